export { beginAnswer } from './begin-answer.ts'
export { type EmbeddedTexts, type EmbedWish, embedTexts } from './embed-texts.ts'

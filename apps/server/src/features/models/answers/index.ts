export { beginAnswer } from './begin-answer.ts'
export { embedTexts } from './embed-texts.ts'

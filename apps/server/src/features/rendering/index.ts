export { renderingFeature } from './feature.ts'
export { countDoneFrames } from './frames/count-done-store.ts'
export { renderCompleted } from './frames/render-completed.ts'
export { pictureJudged } from './review/picture-judged.ts'

export { renderingFeature } from './feature.ts'
export { countDoneFrames } from './frames/count-done-store.ts'

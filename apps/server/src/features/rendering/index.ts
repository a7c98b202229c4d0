export { renderingFeature } from './feature.ts'
export {
  listCharges,
  type MachineCharges,
  sumChargesByMachine,
} from './frames/charges-store.ts'
export { countDoneFrames } from './frames/count-done-store.ts'
export { countPaidFrames } from './frames/count-paid-store.ts'
export { renderCompleted } from './frames/render-completed.ts'
export { readReceipt as readRenderReceipt, receiptLineOf } from './jobs/read-receipt.ts'
export { cleanJpeg } from './pictures/clean-jpeg.ts'
export { cleanPng } from './pictures/clean-png.ts'
export { NotAPicture } from './pictures/pictures.ts'
export { pictureJudged } from './review/picture-judged.ts'
export { readUploadBody } from './uploads/body.ts'

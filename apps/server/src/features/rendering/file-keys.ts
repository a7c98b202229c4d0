import type {
  MachineId,
  RenderCheckId,
  RenderChunkId,
  RenderJobId,
  RenderSceneId,
  RenderUploadId,
} from '@gridloom/contract/core/ids'

/** Where each file of rendering stands in the store of files. */
export const fileKeys = {
  /** Content that is removed and sent again is another scene, so that nothing is deleted under a newcomer. */
  scene: (sceneId: RenderSceneId) => `render/scenes/${sceneId}`,
  /** The folder of an upload, with one file for each segment. */
  upload: (uploadId: RenderUploadId) => `render/uploads/${uploadId}/`,
  /** Everything that a job made. */
  job: (jobId: RenderJobId) => `render/jobs/${jobId}/`,
  /** A picture as it is delivered; parts of one carry their number. A newer picture of the frame has another hash. */
  picture: (jobId: RenderJobId, { number, part, sha256 }: PictureName) =>
    `render/jobs/${jobId}/pictures/${number}.${part}.${sha256}`,
  preview: (jobId: RenderJobId, picture: PictureName, size: 'large' | 'medium' | 'small') =>
    `render/jobs/${jobId}/previews/${picture.number}.${picture.part}.${picture.sha256}.${size}`,
  /** A film of a job's pictures; `name` says which. */
  video: (jobId: RenderJobId, name: string) => `render/jobs/${jobId}/videos/${name}`,
  /** The picture that another machine rendered for a check. */
  check: (jobId: RenderJobId, checkId: RenderCheckId) => `render/jobs/${jobId}/checks/${checkId}`,
  /** The two that a check compared, as people see them: what the machine made, and what another made. */
  crop: (jobId: RenderJobId, checkId: RenderCheckId, side: 'made' | 'compared') =>
    `render/jobs/${jobId}/checks/${checkId}.${side}`,
  log: (jobId: RenderJobId, chunkId: RenderChunkId) => `render/jobs/${jobId}/logs/${chunkId}`,
  /** The canary picture of a machine, until it is compared. */
  canary: (machineId: MachineId) => `render/canaries/${machineId}`,
  /** As it came from a machine, before it was looked at; `name` is unique. */
  arrived: (chunkId: RenderChunkId, name: string) => `render/arrived/${chunkId}/${name}`,
} as const

export interface PictureName {
  number: number
  part: number
  sha256: string
}

import type {
  MachineId,
  RenderCheckId,
  RenderChunkId,
  RenderJobId,
  RenderSceneId,
  RenderUploadId,
} from '@gridloom/contract/core/ids'

/** The keys of rendering's files in the file store. */
export const fileKeys = {
  /**
   * Content that is removed and uploaded again is another scene, so that deleting the old one never hits the new one.
   */
  scene: (sceneId: RenderSceneId) => `render/scenes/${sceneId}`,
  /** The prefix of an upload's files, one for each segment. */
  upload: (uploadId: RenderUploadId) => `render/uploads/${uploadId}/`,
  /** The prefix of everything that a job produced. */
  job: (jobId: RenderJobId) => `render/jobs/${jobId}/`,
  /** A picture as it is delivered; a part's name includes its number. A newer picture of the frame has another hash. */
  picture: (jobId: RenderJobId, { number, part, sha256 }: PictureName) =>
    `render/jobs/${jobId}/pictures/${number}.${part}.${sha256}`,
  preview: (jobId: RenderJobId, picture: PictureName, size: 'large' | 'medium' | 'small') =>
    `render/jobs/${jobId}/previews/${picture.number}.${picture.part}.${picture.sha256}.${size}`,
  /** A video of a job's pictures; `name` identifies it. */
  video: (jobId: RenderJobId, name: string) => `render/jobs/${jobId}/videos/${name}`,
  /** The picture that another machine rendered for a check. */
  check: (jobId: RenderJobId, checkId: RenderCheckId) => `render/jobs/${jobId}/checks/${checkId}`,
  /** The two pictures of a check, as viewable images: that of the checked machine, and that of the other. */
  crop: (jobId: RenderJobId, checkId: RenderCheckId, side: 'made' | 'compared') =>
    `render/jobs/${jobId}/checks/${checkId}.${side}`,
  log: (jobId: RenderJobId, chunkId: RenderChunkId) => `render/jobs/${jobId}/logs/${chunkId}`,
  /** The canary picture of a machine, until it is compared. */
  canary: (machineId: MachineId) => `render/canaries/${machineId}`,
  /** A file as it arrived from a machine, before it is inspected; `name` is unique. */
  arrived: (chunkId: RenderChunkId, name: string) => `render/arrived/${chunkId}/${name}`,
} as const

export interface PictureName {
  number: number
  part: number
  sha256: string
}

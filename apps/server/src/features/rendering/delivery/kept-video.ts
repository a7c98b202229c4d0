/** A film of frames in the store of files. */
export interface KeptVideo {
  key: string
  bytes: number
}

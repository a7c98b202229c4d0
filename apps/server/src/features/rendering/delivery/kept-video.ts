/** A video in the file store. */
export interface KeptVideo {
  key: string
  bytes: number
}

/** A video in the file store. */
export interface StoredVideo {
  key: string
  bytes: number
}

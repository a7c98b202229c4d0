/** A file in a zip. */
export interface ZipEntry {
  /** With `/` as separator, whatever the zip uses. */
  readonly path: string
  /** 0 is stored, 8 is deflated (APPNOTE.TXT 4.4.5). */
  readonly method: number
  readonly packedBytes: number
  /** As stated in the zip; not trusted where it matters. */
  readonly unpackedBytes: number
  /** The offset of its local header in the zip. */
  readonly offset: number
}

export interface ZipListing {
  /** Folders excluded. */
  readonly entries: readonly ZipEntry[]
  readonly unpackedBytes: number
}

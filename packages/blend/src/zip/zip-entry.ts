/** A file in a zip. */
export interface ZipEntry {
  /** With `/` between folders, whatever the zip has. */
  readonly path: string
  /** 0 is stored, 8 is deflated (APPNOTE.TXT 4.4.5). */
  readonly method: number
  readonly packedBytes: number
  /** As the zip says; not believed where it matters. */
  readonly unpackedBytes: number
  /** Of its local header in the zip. */
  readonly offset: number
}

export interface ZipListing {
  /** Without folders. */
  readonly entries: readonly ZipEntry[]
  readonly unpackedBytes: number
}

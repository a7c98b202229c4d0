/** One member of a struct, as the Blender that wrote the file had it in memory. */
export interface Field {
  readonly name: string
  readonly type: string
  /** Bytes from the beginning of the struct. */
  readonly offset: number
  readonly bytes: number
  /** Elements, 1 where it is no array. */
  readonly count: number
  readonly isPointer: boolean
}

export interface StructType {
  readonly name: string
  readonly bytes: number
  readonly fields: ReadonlyMap<string, Field>
}

/**
 * What the structs of one file look like ("struct DNA"). Every file brings its own, so that one reader reads all
 * versions of Blender.
 */
export interface Dna {
  readonly pointerBytes: 4 | 8
  readonly littleEndian: boolean
  /** In the order that blocks count them. */
  readonly structs: readonly StructType[]
  readonly byName: ReadonlyMap<string, StructType>
}

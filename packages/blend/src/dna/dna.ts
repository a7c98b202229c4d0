/** One member of a struct, as in the memory of the Blender that wrote the file. */
export interface Field {
  readonly name: string
  readonly type: string
  /** Offset in bytes from the start of the struct. */
  readonly offset: number
  readonly bytes: number
  /** Number of elements, 1 if it is not an array. */
  readonly count: number
  readonly isPointer: boolean
}

export interface StructType {
  readonly name: string
  readonly bytes: number
  readonly fields: ReadonlyMap<string, Field>
}

/**
 * The layout of the structs of one file ("struct DNA"). Every file contains its own, so that one reader reads all
 * versions of Blender.
 */
export interface Dna {
  readonly pointerBytes: 4 | 8
  readonly littleEndian: boolean
  /** In the order of the struct indexes in blocks. */
  readonly structs: readonly StructType[]
  readonly byName: ReadonlyMap<string, StructType>
}

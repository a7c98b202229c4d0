import type { BlendHeader } from '../file/header.ts'
import { SceneBroken } from '../scene-broken.ts'
import type { Dna, Field, StructType } from './dna.ts'
import { DnaTape } from './dna-tape.ts'

/**
 * Parses the body of the `DNA1` block: names of members, names and sizes of types, and the members of each struct.
 * Source: `dna_genfile.cc` of Blender, "Structure DNA data is added to each blender file". Throws `damaged`.
 */
export function parseDna(body: Uint8Array, header: BlendHeader): Dna {
  try {
    return parse(new DnaTape(body, header.littleEndian), header)
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new SceneBroken(
      'damaged',
      'The file is damaged: its structure description (DNA) is incomplete.',
      {
        cause,
      },
    )
  }
}

function parse(tape: DnaTape, { pointerBytes, littleEndian }: BlendHeader): Dna {
  tape.expect('SDNA')
  tape.expect('NAME')
  const names = tape.many(tape.count(1), () => parseMemberName(tape.text()))
  tape.align()
  tape.expect('TYPE')
  const types = tape.many(tape.count(1), () => tape.text())
  tape.align()
  tape.expect('TLEN')
  const sizes = types.map(() => tape.short())
  tape.align()
  tape.expect('STRC')
  const structs = tape.many(tape.count(4), () => parseStruct())
  const byName = new Map(structs.map((struct) => [struct.name, struct]))
  return { pointerBytes, littleEndian, structs, byName }

  function parseStruct(): StructType {
    const type = tape.short()
    const fields = new Map<string, Field>()
    let offset = 0
    for (let left = tape.short(); left > 0; left -= 1) {
      const fieldType = tape.short()
      const name = names[tape.short()] ?? unnamed
      const one = name.isPointer ? pointerBytes : (sizes[fieldType] ?? 0)
      const bytes = one * name.count
      fields.set(name.name, { ...name, type: types[fieldType] ?? '', offset, bytes })
      offset += bytes
    }
    return { name: types[type] ?? '', bytes: sizes[type] ?? 0, fields }
  }
}

interface MemberName {
  readonly name: string
  readonly isPointer: boolean
  readonly count: number
}

const unnamed: MemberName = { name: '', isPointer: false, count: 1 }

/** Parses a C declaration: `*next`, `name[66]`, `mat[4][4]`, `(*free_edit)()`. */
export function parseMemberName(declared: string): MemberName {
  const [name = ''] = /\w+/.exec(declared) ?? []
  let count = 1
  for (const [, length] of declared.matchAll(/\[(\d+)\]/g)) count *= Number(length)
  return { name, isPointer: /^[*(]/.test(declared), count }
}

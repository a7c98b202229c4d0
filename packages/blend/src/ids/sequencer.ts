import type { Struct } from '../dna/struct.ts'
import type { DataBlock } from './data-block.ts'
import type { Findings } from './findings.ts'

/**
 * Kinds of strips with files of their own; sounds are data-blocks. Source: `STRIP_TYPE_*` of `DNA_sequence_types.h`.
 */
const imageStrip = 0
const movieStrip = 3

/** The video sequencer of a scene: collects the files of its strips, and returns the number of strips. */
export function readSequencer(scene: DataBlock, findings: Findings): number {
  let strips = 0
  for (const type of stripTypes)
    for (const strip of scene.owned(type)) {
      const content = scene.follow(strip, 'strip') ?? scene.follow(strip, 'data')
      if (!strip.type.fields.has('startdisp')) continue
      strips += 1
      if (content) readStrip(scene, strip, content, findings)
    }
  return strips
}

/** Files keep the old names: Blender 5.0's `Strip` and `StripData` are `Sequence` and `Strip` in them. */
const stripTypes = ['Sequence', 'Strip'] as const

function readStrip(scene: DataBlock, strip: Struct, content: Struct, findings: Findings): void {
  const kind = strip.number('type')
  if (kind !== imageStrip && kind !== movieStrip) return
  const elements = content.pointer('stripdata')
  const first = scene.at(elements)
  const folder = content.text('dir') ?? content.text('dirpath') ?? ''
  const file = first?.text('name') ?? first?.text('filename') ?? ''
  if (file === '') return
  findings.refer({
    kind: kind === movieStrip ? 'movie' : 'image',
    path: /[\\/]$/.test(folder) || folder === '' ? folder + file : `${folder}/${file}`,
    extent: kind === imageStrip && scene.lengthAt(elements) > 1 ? 'sequence' : 'file',
  })
}

import type {
  BlendFacts,
  BlendReference,
  BlendScene,
  RenderEngine,
  SceneContents,
  SceneDiagnostic,
} from '@gridloom/contract/rendering/blend-facts'
import type { Tone } from '../../../ui/components/status-badge.tsx'
import { plural } from '../../../ui/format/numbers.ts'

export const unknown = 'unknown'

/** A fact in words, or that it is not known. */
export function known<Fact>(fact: Fact | null, write: (fact: Fact) => string = String): string {
  return fact === null ? unknown : write(fact)
}

const engines = {
  cycles: 'Cycles',
  eevee: 'EEVEE',
  workbench: 'Workbench',
  other: 'another engine',
} as const satisfies Record<RenderEngine, string>

export function engineWord(engine: RenderEngine): string {
  return engines[engine]
}

/** The engine of a scene; one that is not ours by the name that the file has. */
export function sceneEngine({ engine, engine_name: name }: BlendScene): string {
  if (engine === null || engine === 'other') return name ?? unknown
  return engineWord(engine)
}

/** `1–250`, with the step where it leaves some out: `1–250, every 2nd`. */
export function sceneFrames({ frame_start, frame_end, frame_step }: BlendScene): string {
  const range = frame_start === frame_end ? String(frame_start) : `${frame_start}–${frame_end}`
  return frame_step > 1 ? `${range}, every ${ordinal(frame_step)}` : range
}

/** How many frames a scene has; none where it ends before it begins. */
export function sceneFrameCount({ frame_start, frame_end, frame_step }: BlendScene): number {
  if (frame_end < frame_start) return 0
  return Math.floor((frame_end - frame_start) / Math.max(1, frame_step)) + 1
}

/** `1920 × 1080`, with its percentage where that is not all of it: `3840 × 2160 at 50 %`. */
export function sceneSize({ width, height, percentage }: BlendScene): string {
  if (width === null || height === null) return unknown
  const size = `${width} × ${height}`
  return percentage === null || percentage === 100 ? size : `${size} at ${percentage} %`
}

/** `64, denoised`. */
export function sceneSamples({ samples, denoise }: BlendScene): string {
  const count = known(samples)
  return denoise === true ? `${count}, denoised` : count
}

const referenceWords = {
  image: 'image',
  library: 'linked library',
  cache: 'cache',
  volume: 'volume',
  sound: 'sound',
  font: 'font',
  movie: 'movie',
  light: 'light profile',
} as const satisfies Record<BlendReference['kind'], string>

/** What a file refers to outside itself, counted by kind: `3 images, 1 font`; nothing is `none`. */
export function referenceCounts({ references }: BlendFacts): string {
  const kinds = Map.groupBy(references, ({ kind }) => kind)
  const counts = [...kinds].map(([kind, of]) => countOf(of.length, referenceWords[kind]))
  return counts.length === 0 ? 'none' : counts.join(', ')
}

const diagnosticTones = { error: 'bad', warning: 'warn', note: 'idle' } as const satisfies Record<
  SceneDiagnostic['level'],
  Tone
>
const diagnosticWords = { error: 'Error', warning: 'Warning', note: 'Note' } as const

export function diagnosticStatus(level: SceneDiagnostic['level']): { tone: Tone; word: string } {
  return { tone: diagnosticTones[level], word: diagnosticWords[level] }
}

/** Whether at least one Blender file of an upload can be rendered: it has no diagnostic of level `error`. */
export function isRenderable({ blends }: SceneContents): boolean {
  return blends.some(({ diagnostics }) => diagnostics.every(({ level }) => level !== 'error'))
}

/** The scene that was open when a file was saved; its first where that is not known. */
export function openScene(facts: BlendFacts): BlendScene | undefined {
  return facts.scenes.find(({ name }) => name === facts.active_scene) ?? facts.scenes[0]
}

function countOf(count: number, word: string): string {
  return word === 'linked library' && count > 1 ? `${count} linked libraries` : plural(count, word)
}

function ordinal(count: number): string {
  const tens = count % 100
  const ending = tens >= 11 && tens <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${ending}`
}

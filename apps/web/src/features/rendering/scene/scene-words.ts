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

/** Formats a fact, or returns `unknown` for `null`. */
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

/** Returns the name of a scene's engine; for an unsupported one, its name in the file. */
export function sceneEngine({ engine, engine_name: name }: BlendScene): string {
  if (engine === null || engine === 'other') return name ?? unknown
  return engineWord(engine)
}

/** Formats a frame range, with its step if it skips frames: `1–250, every 2nd`. */
export function sceneFrames({ frame_start, frame_end, frame_step }: BlendScene): string {
  const range = frame_start === frame_end ? String(frame_start) : `${frame_start}–${frame_end}`
  return frame_step > 1 ? `${range}, every ${ordinal(frame_step)}` : range
}

/** Counts the frames of a scene; 0 if the range ends before it starts. */
export function sceneFrameCount({ frame_start, frame_end, frame_step }: BlendScene): number {
  if (frame_end < frame_start) return 0
  return Math.floor((frame_end - frame_start) / Math.max(1, frame_step)) + 1
}

/** Formats a size, with its percentage unless that is 100 %: `3840 × 2160 at 50 %`. */
export function sceneSize({ width, height, percentage }: BlendScene): string {
  if (width === null || height === null) return unknown
  const size = `${width} × ${height}`
  return percentage === null || percentage === 100 ? size : `${size} at ${percentage} %`
}

/** Formats samples and denoising: `64, denoised`. */
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

/** Counts a file's external references by kind: `3 images, 1 font`, or `none`. */
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

/** Whether at least one Blender file of an upload has no diagnostic of level `error`. */
export function isRenderable({ blends }: SceneContents): boolean {
  return blends.some(({ diagnostics }) => diagnostics.every(({ level }) => level !== 'error'))
}

/** Returns the scene that was open when the file was saved; its first if unknown. */
export function sceneOpenedByDefault(facts: BlendFacts): BlendScene | undefined {
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

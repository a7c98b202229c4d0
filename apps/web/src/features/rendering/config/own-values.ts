import type {
  BlendScene,
  SceneBlend,
  SceneContents,
} from '@gridloom/contract/rendering/blend-facts'
import { settingsOfBlend } from '@gridloom/domain/rendering/settings'
import { known, sceneEngine, sceneFrames, unknown } from '../scene/scene-words.ts'
import { type DraftField, type DraftValues, writeDraft } from './draft-values.ts'

/** The file's own value of a setting: as text, and as a form value if it is known. */
export interface OwnValue {
  readonly words: string
  readonly typed: Partial<DraftValues> | undefined
}

export interface OwnValues {
  readonly blend: SceneBlend
  readonly scene: BlendScene | undefined
  of(field: OwnField): OwnValue
}

export type OwnField = Extract<
  DraftField,
  | 'camera'
  | 'frames'
  | 'step'
  | 'width'
  | 'height'
  | 'percentage'
  | 'engine'
  | 'samples'
  | 'denoise'
  | 'format'
  | 'fps'
  | 'compositing'
>

type Chosen = Pick<DraftValues, 'blend_path' | 'scene'>

/** Returns the values of the chosen scene in the chosen Blender file; `undefined` if the upload has no such file. */
export function ownValuesOf(contents: SceneContents, chosen: Chosen): OwnValues | undefined {
  const blend = contents.blends.find(({ path }) => path === chosen.blend_path)
  if (blend === undefined) return undefined
  const scene = blend.facts.scenes.find(({ name }) => name === chosen.scene)
  const settings = writeDraft(settingsOfBlend(blend, scene?.name))
  return {
    blend,
    scene,
    of(field) {
      const words = scene === undefined ? unknown : wordsOf(field, scene)
      const asFile = field === 'samples' ? '' : settings[field]
      return { words, typed: words === unknown ? undefined : { [field]: asFile } }
    },
  }
}

function wordsOf(field: OwnField, scene: BlendScene): string {
  switch (field) {
    case 'frames':
      return sceneFrames(scene)
    case 'step':
      return String(scene.frame_step)
    case 'engine':
      return scene.engine === null ? unknown : sceneEngine(scene)
    case 'format':
      return known(scene.output_format)
    case 'denoise':
      return known(scene.denoise, onOff)
    case 'compositing':
      return known(scene.uses_compositing, onOff)
    case 'percentage':
      return known(scene.percentage, (percent) => `${percent} %`)
    case 'camera':
      return scene.camera ?? 'none'
    case 'samples':
    case 'fps':
    case 'width':
    case 'height':
      return known(scene[field])
  }
}

function onOff(on: boolean): string {
  return on ? 'on' : 'off'
}

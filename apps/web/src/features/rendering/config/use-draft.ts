import { ApiError } from '@gridloom/client/api-error'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { settingsOfBlend } from '@gridloom/domain/rendering/settings'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeJob } from '../api/change-job.ts'
import {
  areSameSettings,
  type DraftValues,
  placeProblems,
  readSettingsDraft,
  writeDraft,
} from './draft-values.ts'
import { type OwnValues, ownValuesOf } from './own-values.ts'

export type DraftForm = UseFormReturnType<DraftValues>

/** A draft as typed, with the file's own values and its actions. */
export interface Draft {
  readonly form: DraftForm
  readonly scene: RenderScene
  readonly own: OwnValues | undefined
  /** The typed settings, if they are valid. */
  readonly settings: RenderSettings | undefined
  /** Whether the typed settings are saved already. */
  readonly kept: boolean
  readonly saving: boolean
  /** An error that belongs to no field. */
  readonly problem: string | undefined
  /** Saves the typed settings, then calls `then`; problems are shown at their fields, and `then` is not called. */
  save(then: () => void): void
  /** Resets to the saved settings. */
  undo(): void
  /** Switches to another scene of the upload, with its own values. */
  choose(blendPath: string, sceneName?: string): void
}

export function useDraft(job: RenderJob, scene: RenderScene): Draft {
  const form = useForm<DraftValues>({ initialValues: writeDraft(job.settings) })
  const change = useChangeJob(job.taskId)
  const { settings } = readSettingsDraft(form.values, scene.contents)
  const kept = settings !== undefined && areSameSettings(settings, job.settings)

  function save(then: () => void): void {
    const read = readSettingsDraft(form.values, scene.contents)
    form.setErrors(read.problems ?? {})
    if (read.settings === undefined) return
    if (areSameSettings(read.settings, job.settings)) {
      then()
      return
    }
    change.mutate(
      { settings: read.settings },
      { onSuccess: then, onError: (error) => form.setErrors(problemsIn(error)) },
    )
  }

  function choose(blendPath: string, sceneName?: string): void {
    const blend = scene.contents.blends.find(({ path }) => path === blendPath)
    if (blend === undefined) return
    const { needs, split, chunk_target_s } = settings ?? job.settings
    form.setValues(
      writeDraft({ ...settingsOfBlend(blend, sceneName), needs, split, chunk_target_s }),
    )
  }

  return {
    form,
    scene,
    own: ownValuesOf(scene.contents, form.values),
    settings,
    kept,
    saving: change.isPending,
    problem: problemText(change.error),
    save,
    choose,
    undo() {
      form.setValues(writeDraft(job.settings))
      form.clearErrors()
    },
  }
}

function problemsIn(error: Error) {
  return error instanceof ApiError ? placeProblems(Object.entries(error.fields)) : {}
}

/** Returns the text of an error that is not shown at fields already. */
function problemText(error: Error | null): string | undefined {
  if (error === null) return undefined
  if (error instanceof ApiError && Object.keys(error.fields).length > 0) return undefined
  return describeError(error).text
}

import { ApiError } from '@gridloom/client/api-error'
import type { Client } from '@gridloom/client/calls'
import type { Template } from '@gridloom/contract/templates/template'
import { mutateThen } from '../../../api/mutate-then.ts'
import { useToasts } from '../../../api/runtime.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useKeepTemplate, useTemplateChange } from '../api/template-changes.ts'
import type { PictureDraft, TemplateDraft } from './template-draft.ts'
import { toNewTemplate, toTemplateChange } from './to-template.ts'

type Fields = Readonly<Record<string, string>>

interface SaveInput {
  onInvalid: (submitted: TemplateDraft, fields: Fields) => void
  onSaved: (saved: Template, submitted: TemplateDraft) => void
}

interface Saved {
  template: Template
  /** Why the picture could not be saved after everything else was. */
  pictureProblem: unknown
}

/** Creates or changes a template, and then its picture. */
export function useSave({ onInvalid, onSaved }: SaveInput) {
  const toasts = useToasts()
  const keep = useKeepTemplate()
  const request = useTemplateChange(
    async (client, { draft, send }: { draft: TemplateDraft; send: Send }): Promise<Saved> =>
      withPicture(client, await send(client), draft.picture),
  )

  function save(draft: TemplateDraft, base: Template | undefined): void {
    const attempt = attemptOf(draft, base)
    if (!attempt.ok) {
      onInvalid(draft, attempt.fields)
      return
    }
    mutateThen(
      request,
      { draft, send: attempt.send },
      ({ template, pictureProblem }) => {
        keep(template)
        toasts.show({ type: 'success', message: savedText(template, base) })
        if (pictureProblem !== undefined)
          toasts.show({ type: 'error', message: pictureText(pictureProblem) })
        onSaved(template, draft)
      },
      (error) => onInvalid(draft, fieldsOf(error)),
    )
  }

  const { error, isPending, reset } = request
  const isAtFields = error !== null && Object.keys(fieldsOf(error)).length > 0
  return {
    save,
    error,
    isPending,
    reset,
    /** A problem that belongs to no field. */
    problem: error === null || isAtFields ? undefined : describeError(error).text,
  }
}

type Send = (client: Client) => Promise<Template>

function attemptOf(
  draft: TemplateDraft,
  base: Template | undefined,
): { ok: true; send: Send } | { ok: false; fields: Fields } {
  if (base === undefined) {
    const attempt = toNewTemplate(draft)
    if (!attempt.ok) return attempt
    return { ok: true, send: (client) => client.templates.create({ body: attempt.body }) }
  }
  const attempt = toTemplateChange(draft, base)
  if (!attempt.ok) return attempt
  const params = { id: base.id }
  return { ok: true, send: (client) => client.templates.change({ params, body: attempt.body }) }
}

/** The template is saved already: a picture that is refused must not make it be created again. */
async function withPicture(
  client: Client,
  template: Template,
  picture: PictureDraft,
): Promise<Saved> {
  if (picture.kind === 'stored') return { template, pictureProblem: undefined }
  const image = picture.kind === 'removed' ? null : picture.dataUrl
  try {
    const params = { id: template.id }
    const changed = await client.templates.changeImage({ params, body: { image } })
    return { template: changed, pictureProblem: undefined }
  } catch (pictureProblem) {
    return { template, pictureProblem }
  }
}

function fieldsOf(error: Error): Fields {
  if (!(error instanceof ApiError)) return {}
  return error.code === 'template_name_taken' ? { name: error.message } : error.fields
}

function savedText({ template_name: name, version }: Template, base: Template | undefined): string {
  if (base === undefined) return `Created ${name}`
  return version === base.version ? `Saved ${name}` : `Saved ${name} as version ${version}`
}

function pictureText(problem: unknown): string {
  return `The picture was not saved: ${describeError(problem).text}`
}

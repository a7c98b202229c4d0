import { type Template, TemplateCode } from '@gridloom/contract/templates/template'
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { TemplatePicture } from '../../../shared/templates/template-picture.tsx'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { codeIn } from '../actions/share-link.ts'
import { useCopy } from '../actions/use-copy.ts'
import { useTemplateQuestion } from '../api/template-changes.ts'
import styles from './import.module.css'

/** Finds the template of a code or a link that somebody shared, and copies it. */
export function ImportCode({ close }: { close: () => void }) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string>()
  const find = useTemplateQuestion((client, code: string) =>
    client.templates.readByCode({ params: { code } }),
  )
  const copy = useCopy()
  function submit(event: FormEvent): void {
    event.preventDefault()
    const code = TemplateCode.safeParse(codeIn(typed))
    setWrong(code.success ? undefined : 'Enter a code such as 4k7m2p9qx3ws8z1b, or a link with it')
    if (code.success) find.mutate(code.data)
  }
  const found = find.data
  const code = find.variables
  return (
    <form noValidate className={styles.stack} onSubmit={submit}>
      <TextInput
        label="Code or link"
        description="From the author of the template"
        placeholder="4k7m2p9qx3ws8z1b"
        className={styles.mono}
        data-autofocus
        autoComplete="off"
        value={typed}
        error={wrong}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          find.reset()
        }}
      />
      <FormProblem text={find.error ? describeError(find.error).text : undefined} />
      {found && code !== undefined && <Found template={found} code={code} onOpen={close} />}
      <DialogButtons>
        <Button onClick={close}>Cancel</Button>
        {found && code !== undefined ? (
          <Button
            variant="filled"
            loading={copy.isPending}
            onClick={() => copy.copy({ template_code: code })}
          >
            Copy to my templates
          </Button>
        ) : (
          <Button type="submit" variant="filled" loading={find.isPending}>
            Find template
          </Button>
        )}
      </DialogButtons>
    </form>
  )
}

interface FoundProps {
  template: Template
  code: string
  onOpen: () => void
}

function Found({ template, code, onOpen }: FoundProps) {
  const { id, template_name: name, author, version, description } = template
  return (
    <div className={styles.found} role="status">
      <TemplatePicture template={template} />
      <div className={styles.words}>
        <Link
          to="/template/view/$id"
          params={{ id }}
          search={{ code }}
          className={styles.name}
          onClick={onOpen}
        >
          {name}
        </Link>
        <div className={styles.sub}>
          Version {version}
          {author !== null && ` by ${author}`}
          {description !== '' && ` · ${description}`}
        </div>
        <code className={styles.image}>{template.image_path_with_tag}</code>
      </div>
    </div>
  )
}

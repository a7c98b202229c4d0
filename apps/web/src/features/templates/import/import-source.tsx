import { limits } from '@gridloom/contract/core/constants'
import type { TemplateSourceKind } from '@gridloom/contract/templates/template-source'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DialogButtons } from '../../../ui/components/dialog-buttons.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useTemplateQuestion } from '../api/template-changes.ts'
import styles from './import.module.css'
import { Imported } from './imported.tsx'

const kinds = {
  docker_run: {
    label: 'docker run command',
    placeholder: 'docker run -p 8888:8888 jupyter/base-notebook',
  },
  dockerfile: { label: 'Dockerfile', placeholder: 'FROM python:3.13\nEXPOSE 8080' },
  compose: { label: 'Compose file', placeholder: 'services:\n  web:\n    image: nginx:1' },
} as const satisfies Record<TemplateSourceKind, { label: string; placeholder: string }>

const kindNames = ['docker_run', 'dockerfile', 'compose'] as const

/** Reads a Dockerfile, a `docker run` command or a Compose service, and shows what a template takes over. */
export function ImportSource({ close }: { close: () => void }) {
  const [kind, setKind] = useState<TemplateSourceKind>('docker_run')
  const [text, setText] = useState('')
  const [service, setService] = useState('')
  const parse = useTemplateQuestion((client, body: ParseInput) => client.templates.parse({ body }))
  function submit(event: FormEvent): void {
    event.preventDefault()
    const named = kind === 'compose' && service.trim() !== '' ? { service: service.trim() } : {}
    if (text.trim() !== '') parse.mutate({ kind, text, ...named })
  }
  if (parse.data) return <Imported imported={parse.data} close={close} back={() => parse.reset()} />
  return (
    <form noValidate className={styles.stack} onSubmit={submit}>
      <div className={styles.pair}>
        <NativeSelect
          label="Text"
          value={kind}
          data={kindNames.map((value) => ({ value, label: kinds[value].label }))}
          onChange={({ currentTarget: { value } }) =>
            setKind(kindNames.find((one) => one === value) ?? 'docker_run')
          }
        />
        {kind === 'compose' && (
          <TextInput
            label="Service"
            placeholder="The only one"
            maxLength={200}
            value={service}
            onChange={(event) => setService(event.currentTarget.value)}
          />
        )}
      </div>
      <Textarea
        label={kinds[kind].label}
        placeholder={kinds[kind].placeholder}
        autosize
        minRows={8}
        maxRows={16}
        maxLength={limits.templateSourceChars}
        spellCheck={false}
        className={styles.mono}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FormProblem text={parse.error ? describeError(parse.error).text : undefined} />
      <DialogButtons>
        <Button onClick={close}>Cancel</Button>
        <Button
          type="submit"
          variant="filled"
          disabled={text.trim() === ''}
          loading={parse.isPending}
        >
          Read it
        </Button>
      </DialogButtons>
    </form>
  )
}

interface ParseInput {
  kind: TemplateSourceKind
  text: string
  service?: string
}

import { ApiError } from '@gridloom/client/api-error'
import type { App, AppDefinition } from '@gridloom/contract/apps/app'
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CodeField } from '../../../ui/code-editor/code-field.tsx'
import { Form, FormButtons } from '../../../ui/form/form.tsx'
import { describeError } from '../../../ui/format/error-texts.ts'
import { useChangeApps } from '../api/operator-apps.ts'
import styles from './operator-apps.module.css'

const example = {
  name: 'Our app',
  summary: 'What it is for, in one line.',
  description: 'More, in **Markdown**.',
  category: 'web',
  fields: [{ name: 'PASSWORD', label: 'Password', kind: 'generate' }],
  needs: { memory_mib_min: 2_048 },
  recommended_disk_gb: 10,
  container: {
    image_path_with_tag: 'registry.example.com/team/app:1.0',
    launch_mode: 'entrypoint',
    readiness: { kind: 'http', port: 8080, path: '/', timeout_s: 300 },
  },
  ports: [{ port: 8080, name: 'Page' }],
  links: [{ title: 'Page', port: 8080, path: '/' }],
  login: { username: 'admin', password: 'PASSWORD' },
}

interface AppFormProps {
  app: App | undefined
  onClose: () => void
}

/** The definition of an app as JSON. Whatever the server refuses is named with its place. */
export function AppForm({ app, onClose }: AppFormProps) {
  const [slug, setSlug] = useState<string>(app?.slug ?? '')
  const [text, setText] = useState(() => JSON.stringify(app?.definition ?? example, null, 2))
  const [broken, setBroken] = useState(false)
  const save = useChangeApps('shown-in-place')
  const fields = save.error instanceof ApiError ? (save.error.fields ?? {}) : {}

  function submit(): void {
    const definition = parsed(text)
    setBroken(definition === undefined)
    if (definition === undefined) return
    save.mutate(
      app === undefined
        ? { kind: 'create', body: { slug, definition } }
        : { kind: 'change', slug: app.slug, body: { definition } },
      { onSuccess: onClose },
    )
  }
  return (
    <Form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      {app === undefined && (
        <TextInput
          label="Name in commands and addresses"
          placeholder="our-app"
          maxLength={40}
          value={slug}
          error={fields.slug}
          onChange={(event) => setSlug(event.currentTarget.value)}
        />
      )}
      <CodeField
        label="Definition"
        description="What it runs, asks for and needs. A change is a new version."
        text={text}
        name="app.json"
        error={broken ? 'This is not valid JSON.' : undefined}
        onChange={setText}
        onSave={submit}
      />
      <Problems error={save.error} fields={fields} />
      <FormButtons busy={save.isPending} cancel={onClose}>
        {app === undefined ? 'Add app' : 'Save app'}
      </FormButtons>
    </Form>
  )
}

interface ProblemsProps {
  error: Error | null
  fields: Readonly<Record<string, string>>
}

function Problems({ error, fields }: ProblemsProps) {
  if (error === null) return null
  const named = Object.entries(fields).filter(([at]) => at !== 'slug')
  return (
    <ul className={styles.problems} role="alert">
      {named.length === 0 ? (
        <li>{describeError(error).text}</li>
      ) : (
        named.map(([at, problem]) => (
          <li key={at}>
            <code>{at.replace(/^definition\./, '')}</code>: {problem}
          </li>
        ))
      )}
    </ul>
  )
}

/** Named cast: the server checks whatever JSON this is. */
function parsed(text: string): AppDefinition | undefined {
  try {
    return JSON.parse(text) as AppDefinition
  } catch {
    // @NOTE the form says so
    return undefined
  }
}

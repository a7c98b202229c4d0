import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import { problemAt } from '../../../ui/form/problem-at.ts'
import styles from './editor.module.css'
import type { PasswordDraft } from './template-draft.ts'
import type { SectionProps } from './use-editor.ts'

/** The password of the registry: a saved one is never shown, only replaced or removed. */
export function PasswordDraftField({ editor }: SectionProps) {
  const { draft, base, wrong, change } = editor
  const put = (password: PasswordDraft) => change({ password })
  const isSaved = base?.docker_repo_password_saved === true
  switch (draft.password.kind) {
    case 'saved':
      return (
        <PasswordState text="A password is saved">
          <Button size="xs" onClick={() => put({ kind: 'typed', text: '' })}>
            Replace
          </Button>
          <Button size="xs" onClick={() => put({ kind: 'removed' })}>
            Remove
          </Button>
        </PasswordState>
      )
    case 'removed':
      return (
        <PasswordState text="The password is deleted when you save">
          <Button size="xs" onClick={() => put({ kind: 'saved' })}>
            Keep it
          </Button>
        </PasswordState>
      )
    case 'none':
    case 'typed': {
      const text = draft.password.kind === 'typed' ? draft.password.text : ''
      const emptied: PasswordDraft = isSaved ? { kind: 'typed', text: '' } : { kind: 'none' }
      return (
        <div className={styles.replace}>
          <PasswordField
            label="Password or token"
            description="Stored encrypted, given to machines for the pull alone, and never shown again"
            autoComplete="new-password"
            value={text}
            error={problemAt(wrong, 'docker_repo_password')}
            onChange={({ currentTarget: { value } }) =>
              put(value === '' ? emptied : { kind: 'typed', text: value })
            }
          />
          {isSaved && (
            <Button size="xs" onClick={() => put({ kind: 'saved' })}>
              Keep the saved one
            </Button>
          )}
        </div>
      )
    }
  }
}

function PasswordState({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div className={styles.password}>
      <IconLock size={15} aria-hidden />
      <span>{text}</span>
      {children}
    </div>
  )
}

import { Scope } from '@gridloom/contract/scopes'
import { Button, Checkbox, Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './api-keys.module.css'
import { readingScopes, scopeGroups } from './scope-groups.ts'

interface ScopeChecklistProps {
  value: readonly Scope[]
  error: ReactNode
  onChange: (scopes: Scope[]) => void
}

/** The scopes of a key by area, each with a description. */
export function ScopeChecklist({ value, error, onChange }: ScopeChecklistProps) {
  const errorId = useId()
  return (
    <fieldset className={styles.scopes} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>Permissions</legend>
      <div className={styles.presets}>
        <Button size="xs" onClick={() => onChange([...readingScopes])}>
          Read-only
        </Button>
        <Button size="xs" onClick={() => onChange([...Scope.options])}>
          Full access
        </Button>
        <Button size="xs" onClick={() => onChange([])} disabled={value.length === 0}>
          Clear
        </Button>
      </div>
      {scopeGroups.map(({ title, scopes }) => (
        <div key={title} className={styles.area}>
          <div className={styles.areaTitle}>{title}</div>
          <div className={styles.areaScopes}>
            {scopes.map(({ scope, text }) => (
              <Checkbox
                key={scope}
                size="xs"
                label={text}
                description={<code>{scope}</code>}
                checked={value.includes(scope)}
                onChange={(event) => onChange(toggled(value, scope, event.currentTarget.checked))}
              />
            ))}
          </div>
        </div>
      ))}
      {error && (
        <Input.Error id={errorId} role="alert">
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}

function toggled(value: readonly Scope[], scope: Scope, checked: boolean): Scope[] {
  return Scope.options.filter((one) => (one === scope ? checked : value.includes(one)))
}

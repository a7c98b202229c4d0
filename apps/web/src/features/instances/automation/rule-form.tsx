import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../../../ui/components/section.tsx'
import { FormProblem } from '../../../ui/form/form.tsx'
import styles from './automation-tab.module.css'

interface RuleFormProps {
  title: string
  /** What the rule does. */
  text: string
  /** What is set now; `null`: the rule is off. */
  state: ReactNode | null
  problem: string | undefined
  busy: boolean
  save: () => void
  turnOff: () => void
  /** Shown below the fields: what the rule would have saved. */
  saving?: ReactNode
  /** The rule's fields. */
  children: ReactNode
}

/** One rule: what it does, whether it is on, its fields, and what it would have saved. */
export function RuleForm({ title, text, state, problem, busy, ...rule }: RuleFormProps) {
  return (
    <Section title={title} note={state ?? 'Off'}>
      <form
        noValidate
        className={styles.rule}
        onSubmit={(event) => {
          event.preventDefault()
          rule.save()
        }}
      >
        <p className={styles.text}>{text}</p>
        {rule.children}
        {rule.saving}
        <FormProblem text={problem} />
        <div className={styles.buttons}>
          {state !== null && (
            <Button disabled={busy} onClick={rule.turnOff}>
              Turn off
            </Button>
          )}
          <Button type="submit" variant="light" loading={busy}>
            {state === null ? 'Turn on' : 'Save'}
          </Button>
        </div>
      </form>
    </Section>
  )
}

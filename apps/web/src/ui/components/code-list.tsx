import type { EndpointFacts } from '@gridloom/contract/core/endpoint-facts'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { type CodeInput, curlLine } from '../format/curl-line.ts'
import styles from './as-code.module.css'
import { CopyLine } from './copy.tsx'

/** One action of a screen with its code. */
export interface CodeAction {
  /** The verb with its object: "List the machine". */
  name: string
  endpoint: EndpointFacts
  input?: CodeInput
  /** The CLI command: `gridloom ps`; omitted if the CLI does not support the action. */
  cli?: string
}

type Language = 'api' | 'cli'

/** The code of each action, in the chosen language. */
export function CodeList({ actions }: { actions: readonly CodeAction[] }) {
  const [language, setLanguage] = useState<Language>('api')
  const shown = actions.filter(({ cli }) => language === 'api' || cli !== undefined)
  return (
    <div className={styles.list}>
      <SegmentedControl
        size="xs"
        value={language}
        onChange={setLanguage}
        aria-label="Language"
        className={styles.languages}
        data={[
          { value: 'api', label: 'API · curl' },
          { value: 'cli', label: 'Command line' },
        ]}
      />
      {shown.length === 0 && (
        <p className={styles.note}>There are no commands for this page yet.</p>
      )}
      {shown.map((action) => (
        <CodeBlock key={action.name} action={action} language={language} />
      ))}
      <p className={styles.note}>
        Set <code>GRIDLOOM_TOKEN</code> to an <a href="/account?section=keys">API key</a>. See the{' '}
        <a href="/api/docs">API reference</a>.
      </p>
    </div>
  )
}

function CodeBlock({ action, language }: { action: CodeAction; language: Language }) {
  const { name, endpoint, input = {}, cli } = action
  const text = language === 'cli' ? (cli ?? '') : curlLine(endpoint, input, location.origin)
  return (
    <section>
      <h3 className={styles.name}>
        {name}
        {language === 'api' && (
          <span className={styles.path}>
            {endpoint.method} {endpoint.path}
          </span>
        )}
      </h3>
      <CopyLine text={text} label={name} />
    </section>
  )
}

import { SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CopyLine } from '../../ui/components/copy.tsx'
import type { RequestLines } from './request-code.ts'
import styles from './request-panel.module.css'

interface RequestPanelProps {
  lines: RequestLines
  /** Notes on the request besides the key. */
  children: ReactNode
}

/** A request to a model as code, in a chosen language. */
export function RequestPanel({ lines, children }: RequestPanelProps) {
  const [language, setLanguage] = useState<keyof RequestLines>('curl')
  return (
    <div className={styles.panel}>
      <SegmentedControl
        size="xs"
        value={language}
        onChange={setLanguage}
        aria-label="Language"
        data={[...languages]}
      />
      <CopyLine text={lines[language]} label="Code" />
      <p className={styles.note}>
        <code>GRIDLOOM_TOKEN</code> is an{' '}
        <Link to="/account" search={{ section: 'keys' }}>
          API key
        </Link>{' '}
        with access to models. You can give it its own budget. {children}
      </p>
    </div>
  )
}

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'cli', label: 'Command line' },
] as const satisfies readonly { value: keyof RequestLines; label: string }[]

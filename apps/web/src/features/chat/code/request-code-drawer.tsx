import { Drawer, SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyLine } from '../../../lib/parts/copy.tsx'
import styles from '../chat-screen.module.css'
import type { RequestLines } from './request-code.ts'

interface RequestCodeDrawerProps {
  opened: boolean
  onClose: () => void
  /** Made when the drawer is open: it holds the whole branch. */
  lines: () => RequestLines
}

/** The request of this chat from a program, in the reader's language. */
export function RequestCodeDrawer({ opened, onClose, lines }: RequestCodeDrawerProps) {
  const [language, setLanguage] = useState<keyof RequestLines>('curl')
  return (
    <Drawer opened={opened} onClose={onClose} title="As code" size="lg">
      <div className={styles.code}>
        <SegmentedControl
          size="xs"
          value={language}
          onChange={setLanguage}
          aria-label="Language"
          data={[...languages]}
        />
        {opened && <CopyLine text={lines()[language]} label="Code" />}
        <p className={styles.note}>
          <code>GRIDLOOM_TOKEN</code> is an <Link to="/account">API key</Link> that may ask models.
          The answer is the same, from the same machines at the same price.
        </p>
      </div>
    </Drawer>
  )
}

const languages = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'cli', label: 'Command line' },
] as const satisfies readonly { value: keyof RequestLines; label: string }[]

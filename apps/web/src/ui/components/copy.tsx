import { ActionIcon, CopyButton as MantineCopyButton, ScrollArea, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import styles from './copy.module.css'

/** An icon button that copies; `label` names what. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <MantineCopyButton value={text} timeout={1_500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon aria-label={copied ? 'Copied' : label} onClick={copy} size={26}>
            {copied ? <IconCheck size={15} className={styles.done} /> : <IconCopy size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}

/** One or more lines of code with a copy button: a command, a call, an address. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles.line}>
      <ScrollArea
        type="auto"
        scrollbarSize={6}
        className={styles.scroll}
        viewportProps={{ role: 'region', tabIndex: 0, 'aria-label': label }}
      >
        <pre className={styles.code}>
          <code>{text}</code>
        </pre>
      </ScrollArea>
      <div className={styles.button}>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  )
}

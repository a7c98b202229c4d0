import { assertNever } from '@gridloom/domain/assert-never'
import { Button, Skeleton } from '@mantine/core'
import { IconKey, IconLogin2, IconSparkles } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { detailsFailed } from '../../api/read-problems.ts'
import { useRuntime } from '../../api/runtime.tsx'
import { EnrolCommand } from '../../shared/machines/enrol-command.tsx'
import { ErrorState } from '../../ui/components/states.tsx'
import styles from './guide.module.css'
import type { Guide } from './guide.ts'
import type { MayHost } from './use-may-host.ts'

interface YourCommandProps {
  guide: Guide
  url: string
  mayHost: MayHost
  /** Whether the user has created a command of their own. */
  asked: 'yes' | 'no'
  ask: () => void
}

/** The install command, with a placeholder for the token until the user creates a command of their own. */
export function YourCommand({ guide, url, mayHost, asked, ask }: YourCommandProps) {
  const { auth } = useRuntime()
  const template = guide.template(url)
  switch (mayHost.kind) {
    case 'visitor':
      return (
        <Preview template={template} note="Sign in to get a command with your own token.">
          <Button
            variant="filled"
            leftSection={<IconLogin2 size={16} />}
            onClick={() => {
              auth.keepReturnPath(guide.path)
              auth.openLogin('login')
            }}
          >
            Sign in to get your command
          </Button>
        </Preview>
      )
    case 'asking':
      return <Skeleton height={92} aria-label="Loading your account" role="status" />
    case 'unknown':
      return (
        <ErrorState
          title="Your account could not be loaded"
          error={mayHost.error}
          text={detailsFailed}
          retry={mayHost.retry}
        />
      )
    case 'closed':
      return (
        <Preview template={template} note="Hosting needs an access code.">
          <Button
            variant="filled"
            leftSection={<IconKey size={16} />}
            onClick={() => {
              auth.keepReturnPath(guide.path)
              auth.openAccessCode()
            }}
          >
            Enter access code
          </Button>
        </Preview>
      )
    case 'open':
      if (asked === 'yes') return <EnrolCommand system={guide.system} />
      return (
        <Preview
          template={template}
          note="The command contains a token that works once, within ten minutes."
        >
          <Button variant="filled" leftSection={<IconSparkles size={16} />} onClick={ask}>
            Create command
          </Button>
        </Preview>
      )
    default:
      return assertNever(mayHost)
  }
}

interface PreviewProps {
  template: string
  note: string
  children: ReactNode
}

function Preview({ template, note, children }: PreviewProps) {
  return (
    <div className={styles.preview}>
      <pre className={styles.template}>
        <code>{template}</code>
      </pre>
      <div className={styles.ask}>
        {children}
        <span>{note}</span>
      </div>
    </div>
  )
}

import type { Instance } from '@gridloom/contract/instances/instance'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { CopyButton } from '../../ui/components/copy.tsx'
import styles from './app-login.module.css'

/** What signs in to an app, with buttons that copy it; nothing where it needs no login. */
export function AppLogin({ app }: Pick<Instance, 'app'>) {
  if (app === null || app.login.length === 0) return null
  return (
    <dl className={styles.login} aria-label={`Login of ${app.name}`}>
      {app.login.map((one) => (
        <LoginLine key={one.label} {...one} />
      ))}
    </dl>
  )
}

interface LoginLineProps {
  label: string
  value: string
  secret: boolean
}

function LoginLine({ label, value, secret }: LoginLineProps) {
  const [isShown, { toggle }] = useDisclosure(!secret)
  const name = label.toLowerCase()
  return (
    <div className={styles.line}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>
        <code>{isShown ? value : '•'.repeat(12)}</code>
        <span className={styles.buttons}>
          {secret && (
            <Tooltip label={isShown ? `Hide ${name}` : `Show ${name}`}>
              <ActionIcon
                size={26}
                aria-label={`Show ${name}`}
                aria-pressed={isShown}
                onClick={toggle}
              >
                {isShown ? <IconEyeOff size={15} /> : <IconEye size={15} />}
              </ActionIcon>
            </Tooltip>
          )}
          <CopyButton text={value} label={`Copy ${name}`} />
        </span>
      </dd>
    </div>
  )
}

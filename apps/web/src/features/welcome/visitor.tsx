import { Button } from '@mantine/core'
import { useAuth, useRuntime } from '../../api/runtime.tsx'
import styles from './welcome-page.module.css'

const steps = [
  { name: 'Create your account', text: 'With an email address and a password.' },
  { name: 'Verify your email address', text: 'We send you a six-digit code.' },
  { name: 'Enter an access code', text: 'Required to rent and host during the beta.' },
  { name: 'Add an SSH key', text: 'Connect to your instances from your own terminal.' },
  {
    name: 'Add a machine to host',
    text: 'Connect a machine with one command and set its price.',
  },
] as const

/** The setup as a signed-out visitor sees it: its steps, and the ways to begin. */
export function Visitor() {
  const { auth } = useRuntime()
  const isBack = useAuth((state) => state.onboardStep === 'welcome')
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(({ name, text }, index) => (
          <li key={name} className={styles.step} data-state="listed">
            <span className={`${styles.number} gl-num`} aria-hidden>
              {index + 1}
            </span>
            <div className={styles.words}>
              <h2 className={styles.name}>{name}</h2>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.on}>
        <Button variant={isBack ? 'default' : 'filled'} onClick={() => auth.openLogin('register')}>
          Register
        </Button>
        <Button variant={isBack ? 'filled' : 'default'} onClick={() => auth.openLogin('login')}>
          Sign in
        </Button>
      </div>
    </>
  )
}

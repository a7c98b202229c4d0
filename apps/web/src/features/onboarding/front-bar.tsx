import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAuth, useRuntime } from '../../api/runtime.tsx'
import { StandaloneBar } from '../../ui/components/standalone.tsx'
import { ThemeSwitch } from '../../ui/components/theme-switch.tsx'
import styles from './onboarding-page.module.css'

/** The header of the start page: the product's name and sign-in. */
export function FrontBar() {
  const { auth } = useRuntime()
  const isLoggedIn = useAuth((state) => state.isLoggedIn)
  return (
    <StandaloneBar>
      <div className={styles.ways}>
        <ThemeSwitch />
        {isLoggedIn ? (
          <Button component={Link} to="/instance" variant="filled">
            Open dashboard
          </Button>
        ) : (
          <>
            <Button variant="subtle" color="gray" onClick={() => auth.openLogin('login')}>
              Sign in
            </Button>
            <Button onClick={() => auth.openLogin('register')}>Register</Button>
          </>
        )}
      </div>
    </StandaloneBar>
  )
}

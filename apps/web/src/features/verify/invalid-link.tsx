import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from './notice.tsx'

/** Shown when the URL contains nothing to verify. */
export function Nothing() {
  return (
    <Notice title="Nothing to verify" text="Open the link in your email again, or start over.">
      <Button component={Link} to="/onboarding" variant="filled">
        Go to the home page
      </Button>
    </Notice>
  )
}

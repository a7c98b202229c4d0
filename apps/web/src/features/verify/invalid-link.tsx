import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from './notice.tsx'

/** The address says nothing of what is to be verified. */
export function Nothing() {
  return (
    <Notice title="Nothing to verify" text="Open the link in your email again, or start over.">
      <Button component={Link} to="/onboarding" variant="filled">
        Go to the home page
      </Button>
    </Notice>
  )
}

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from './notice.tsx'

/** The address says nothing of what is to be verified. */
export function Nothing() {
  return (
    <Notice
      title="There is nothing to verify here"
      text="Open the link of your letter again, or begin where you came from."
    >
      <Button component={Link} to="/onboarding" variant="filled">
        Go to the start
      </Button>
    </Notice>
  )
}

import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Notice } from './notice.tsx'

/** Shown when the URL contains nothing to verify. */
export function InvalidLink() {
  return (
    <Notice
      title="Invalid or expired link"
      text="Open the link in your email again, or start over."
    >
      <Button component={Link} to="/onboarding" variant="filled">
        Go to the home page
      </Button>
    </Notice>
  )
}

import { Navigate } from '@tanstack/react-router'

/** Any unknown path leads to the front door. */
export function NotFound() {
  return <Navigate to="/onboarding" replace />
}

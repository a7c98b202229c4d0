import { Navigate } from '@tanstack/react-router'

/** Redirects any unknown path to the start page. */
export function NotFound() {
  return <Navigate to="/onboarding" replace />
}

import { Page } from '../../lib/parts/page.tsx'

export function OnboardingPage() {
  return <Page title="Onboarding">…</Page>
}

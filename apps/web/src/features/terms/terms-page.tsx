import { Page } from '../../lib/parts/page.tsx'

export function TermsPage() {
  return <Page title="TermsPage">.</Page>
}

import { product } from '@gridloom/contract/core/product'
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { PublicPage } from '../../shared/components/public-page.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'

/** What this site does for a browser extension, and its store page where one is configured. */
export function ExtensionPage() {
  const config = useQuery(configQuery(useClient())).data
  return (
    <PublicPage
      title="Browser extension"
      note={config && <Store url={config.extension_store_url} />}
    >
      <Markdown text={text} />
    </PublicPage>
  )
}

function Store({ url }: { url: string | null }) {
  if (url === null) {
    return `This installation of ${product.name} has no extension in a store.`
  }
  return (
    <Anchor href={url} target="_blank" rel="noopener noreferrer">
      Get it in the store
    </Anchor>
  )
}

const text = `
## What works today

${product.name} recognises an extension that is installed in your browser and lets it see who is signed in:

- After you enter your access code, the extension gets **a token of its own**, never your session.
- The token can only read your profile. It can’t rent, render, serve models or spend credit.
- It is listed under Account, in the section Sessions, where you can end it at any time.
- Without an extension in your browser, no token is created.

## For developers

The page posts \`{ type: 'gridloom:hello' }\` to its own window. A content script that answers with \`{ type: 'gridloom:here' }\` within
500 ms receives \`{ type: 'gridloom:token', token }\` the same way. An extension whose ID the operator has configured receives it through
\`chrome.runtime.sendMessage\`, too. The token is valid for \`GET /api/user/details\`.
`

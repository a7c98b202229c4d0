import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { configQuery } from '../../api/queries.ts'
import { useClient } from '../../api/runtime.tsx'
import { metadataFor } from './pages.ts'
import { writeAddress, writeWords } from './write-metadata.ts'

/**
 * Keeps the document's metadata in sync with the path. Rendered before the screen, so that a screen with a better title
 * (an instance's label) can set it afterwards with `useDocumentTitle`.
 */
export function PageMetadata() {
  const { pathname } = useLocation()
  const origin = useQuery(configQuery(useClient())).data?.url ?? location.origin
  useEffect(() => writeWords(document, metadataFor(pathname, location.origin)), [pathname])
  useEffect(() => writeAddress(document, metadataFor(pathname, origin)), [pathname, origin])
  return null
}

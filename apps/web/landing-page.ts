import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Plugin } from 'vite'
import { fillLanding, nameProduct } from './src/features/landing/markup/landing-parts.ts'

/**
 * Fills the documents with the product's name, and the landing page with its recordings and styles, when they are built
 * or served. The landing page is a document of its own, readable before any script has run and without one.
 */
export function landingPage(): Plugin {
  const styles = path.join(import.meta.dirname, 'src/features/landing/landing.css')
  return {
    name: 'landing-page',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        if (!isLanding(filename)) return nameProduct(html)
        return fillLanding(html).replace('/* landing:style */', await readFile(styles, 'utf8'))
      },
    },
  }
}

/** Removes the app's own style sheet, which the build adds to each document: the landing page uses none of it. */
export function withoutAppStyles(): Plugin {
  return {
    name: 'landing-page-without-app-styles',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { filename }) =>
        isLanding(filename) ? html.replace(/\s*<link rel="stylesheet"[^>]*>/g, '') : html,
    },
  }
}

function isLanding(filename: string): boolean {
  return path.basename(filename) === 'landing.html'
}

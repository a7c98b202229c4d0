import { product } from '@gridloom/contract/core/product'
import answer from '../recordings/answer.json' with { type: 'json' }
import render from '../recordings/render.json' with { type: 'json' }
import session from '../recordings/session.json' with { type: 'json' }
import { answerCaption, answerMarkup } from './answer-markup.ts'
import { escapeHtml } from './escape-html.ts'
import { machineCaption, machineMarkup } from './machine-markup.ts'
import { renderCaption, tilesMarkup, tileTimesCaption, tileTimesMarkup } from './render-markup.ts'
import { sessionCaption, sessionMarkup } from './session-markup.ts'

/** Fills the places of the landing page with its recordings: `<!-- landing:session -->`. */
export function fillLanding(html: string): string {
  const parts: Record<string, string> = landingParts()
  return nameProduct(html).replace(
    /<!-- landing:([\w-]+) -->/g,
    (comment, name) => parts[name] ?? comment,
  )
}

/** Writes the product's name and description into a document, in place of `%product.name%`. */
export function nameProduct(html: string): string {
  return html
    .replaceAll('%product.name%', escapeHtml(product.name))
    .replaceAll('%product.description%', escapeHtml(product.description))
}

function landingParts() {
  return {
    tiles: tilesMarkup(render),
    'render-caption': renderCaption(render),
    'tile-times': tileTimesMarkup(render),
    'tile-times-caption': tileTimesCaption(render),
    session: sessionMarkup(session),
    'session-caption': sessionCaption(session),
    answer: answerMarkup(answer),
    'answer-caption': answerCaption(answer),
    machine: machineMarkup(),
    'machine-caption': machineCaption(session),
  }
}

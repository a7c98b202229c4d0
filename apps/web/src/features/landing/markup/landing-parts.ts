import answer from '../recordings/answer.json' with { type: 'json' }
import render from '../recordings/render.json' with { type: 'json' }
import session from '../recordings/session.json' with { type: 'json' }
import { answerCaption, answerMarkup } from './answer-markup.ts'
import { machineCaption, machineMarkup } from './machine-markup.ts'
import { renderCaption, tilesMarkup, tileTimesCaption, tileTimesMarkup } from './render-markup.ts'
import { sessionCaption, sessionMarkup } from './session-markup.ts'

/** Returns the parts of the landing page that are made from recordings, by the names of their places. */
export function landingParts() {
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

import type { ErrorTexts } from '../core/error-texts.ts'

export const renderingErrors = {
  scene_broken: { status: 400, text: 'This file cannot be rendered: {why}' },
  upload_mismatch: {
    status: 400,
    text: 'What arrived is not what was announced. Please upload the file again.',
  },
  budget_too_small: {
    status: 409,
    text: 'The budget of {budget} is below what is charged and rendering already: {used}.',
  },
  picture_not_ready: { status: 409, text: 'This picture is not there yet.' },
} as const satisfies ErrorTexts

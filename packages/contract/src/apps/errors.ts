import type { ErrorTexts } from '../core/error-texts.ts'

export const appsErrors = {
  app_taken: {
    status: 409,
    text: 'There is already an app “{slug}”. Choose another name.',
  },
  app_predefined: {
    status: 409,
    text: '“{slug}” comes with the product. It can be hidden and moved, but not changed or deleted.',
  },
  app_changed: {
    status: 409,
    text: 'The app was changed meanwhile: its version is now {version}. Load it again.',
  },
  no_offer_fits: {
    status: 409,
    text: 'No free machine fits {app} right now. Try again later, or set an alert on the market.',
  },
  recipes_unsupported: {
    status: 409,
    text: 'This machine cannot build the image of {app}. Choose another machine, or ask its provider to update the agent.',
  },
} as const satisfies ErrorTexts

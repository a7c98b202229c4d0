import type { PersonalData } from './personal-data.ts'

/** The platform's own tables that name users. */
export const platformPersonalData: PersonalData = {
  sections: [],
  kept: {
    events: 'change notifications that contain only ids; deleted within a day',
    business_events:
      'unprocessed events that contain only ids; deleted when processed, or after thirty days',
    outgoing_mails: 'unsent emails, including the one about the closed account',
  },
  notExported: {
    business_events: 'events that contain only ids; deleted when processed, or after thirty days',
    events:
      'change notifications that contain only ids, for browsers that reconnect; deleted within a day',
    outgoing_mails: 'unsent emails; deleted when delivered',
  },
}

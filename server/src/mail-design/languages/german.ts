import { accountTexts } from '../templates/system-templates/german/account.ts'
import { keyTexts } from '../templates/system-templates/german/keys.ts'
import { operationTexts } from '../templates/system-templates/german/operation.ts'
import { reviewTexts } from '../templates/system-templates/german/reviews.ts'
import { securityTexts } from '../templates/system-templates/german/security.ts'
import type { MailLanguage } from './mail-language.ts'

export const german: MailLanguage = {
  templates: { ...accountTexts, ...securityTexts, ...keyTexts, ...reviewTexts, ...operationTexts },
  footer: { sentBy: 'Gesendet von', unsubscribe: 'E-Mails dieser Art abbestellen', unsubscribeInText: 'Abbestellen' },
  unsubscribe: {
    question: { heading: 'Abbestellen', text: (title) => `Möchten Sie E-Mails zu „${title}“ nicht mehr erhalten?`, button: 'Abbestellen' },
    done: {
      heading: 'Abbestellt',
      text: (title) => `Sie erhalten keine E-Mails zu „${title}“ mehr. In Ihrem Profil können Sie sie wieder einschalten.`,
    },
    titles: {
      'user.login': 'Anmeldungen',
      'key.created': 'Schlüssel hinzugefügt',
      'key.rotated': 'Geheimnis ersetzt',
      'key.deleted': 'Schlüssel gelöscht',
      'key.shared': 'Schlüssel mit Ihnen geteilt',
      'key.offered': 'Schlüssel angeboten',
      'key.share.revoked': 'Freigabe beendet',
      'take.approval_requested': 'Programme, die um einen Code bitten',
      'key.share.asked': 'Zugriff erneut erbeten',
      'digest.weekly': 'Wöchentliche Zusammenfassung',
      'digest.monthly': 'Monatliche Zusammenfassung',
    },
  },
  previewGone: { title: 'Vorschau', text: 'Diese Vorschau ist abgelaufen. Bitte öffnen Sie sie neu.' },
}

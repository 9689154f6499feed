import { Trans, useLingui } from '@lingui/react/macro'
import { githubIssuer, type IssuerKind, issuerKind } from '@twofold/contract/workload'
import { FormDialog } from '../../kits/FormDialog.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useIssuerKinds, useNewIssuer } from './issuers.ts'

/** Initial values per kind of issuer. */
const begins: Record<IssuerKind, { name: string; issuer: string }> = {
  github: { name: 'GitHub', issuer: githubIssuer },
  github_enterprise: { name: 'GitHub Enterprise', issuer: '' },
  gitlab: { name: 'GitLab', issuer: 'https://gitlab.com' },
  url: { name: '', issuer: '' },
  keys: { name: '', issuer: '' },
}
const names = new Set(Object.values(begins).map(({ name }) => name))

/** Asks who else may vouch for jobs. Another administrator approves. */
export function IssuerDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const kinds = useIssuerKinds()
  const form = useNewIssuer(onClose)
  const kind = form.watch('kind')
  const chosen = form.field('kind')
  const addresses: Record<IssuerKind, string> = {
    github: t`For your enterprise on github.com: ${githubIssuer}, a slash and its name.`,
    github_enterprise: t`https://, your host, and /_services/token.`,
    gitlab: t`The address of your GitLab.`,
    url: t`As its tokens name it in iss.`,
    keys: t`As its tokens name it in iss.`,
  }
  return (
    <FormDialog form={form} title={t`Add issuer`} submitLabel={t`Add issuer`}>
      <Alert type="info">
        <Trans>An issuer decides which jobs there are, so another administrator approves it first.</Trans>
      </Alert>
      <Select
        label={t`Kind`}
        options={issuerKind.options.map((value) => ({ value, label: kinds[value] }))}
        {...chosen}
        onChange={(event) => {
          void chosen.onChange(event)
          const { name, issuer } = begins[issuerKind.parse(event.target.value)]
          // A name that was edited stays.
          if (names.has(form.getValues('name'))) form.setValue('name', name)
          form.setValue('issuer', issuer)
        }}
      />
      <TextField
        label={t`Name`}
        maxLength={100}
        autoComplete="off"
        {...form.field('name', (name) => (name.trim() === '' ? t`Name is required` : undefined))}
      />
      <TextField
        label={t`Address of the issuer`}
        help={addresses[kind]}
        mono
        autoComplete="off"
        spellCheck={false}
        {...form.field('issuer')}
      />
      {kind === 'keys' ? (
        <TextArea
          label={t`Public keys`}
          help={t`A JSON Web Key Set. Paste it again when the issuer changes its keys.`}
          mono
          rows={5}
          autoComplete="off"
          spellCheck={false}
          {...form.field('jwks')}
        />
      ) : (
        <TextField
          label={t`Host of its keys`}
          hint={t`Optional`}
          help={t`Where it keeps its keys at another host. Hosts in your own network are listed in OUTBOUND_ALLOW.`}
          mono
          autoComplete="off"
          spellCheck={false}
          {...form.field('jwks_host')}
        />
      )}
    </FormDialog>
  )
}

// Written by `npm run operations` from the contract.

/** `path METHOD name`, then `*` where the call takes an Idempotency-Key and `file` where it answers a file or a stream. */
export const operations: string = `
/admin/access GET listAccess
/admin/access/evidence GET exportEvidence file
/admin/access/export GET exportAccess file
/admin/access/questions GET listSavedQuestions
/admin/access/questions POST saveQuestion *
/admin/access/questions/{id} DELETE deleteQuestion
/admin/access/questions/{id} PATCH renameQuestion
/admin/analytics GET getAnalytics
/admin/analytics/export GET exportAnalytics file
/admin/analytics/risks GET listRisks
/admin/analytics/risks/export GET exportRisks file
/admin/audit GET listAudit
/admin/audit/chain GET getAuditChain
/admin/audit/export GET exportAudit file
/admin/audit/streams GET listStreams
/admin/audit/streams POST createStream *
/admin/audit/streams/{id} DELETE deleteStream
/admin/audit/streams/{id} PUT changeStream
/admin/audit/streams/{id}/retry POST retryStream
/admin/backups GET listBackups
/admin/backups POST startBackup
/admin/backups/schedule PUT changeBackupSchedule
/admin/backups/secret-saved POST confirmBackupSecret
/admin/backups/{id} DELETE deleteBackup
/admin/backups/{id}/download POST downloadBackup
/admin/backups/{id}/verify POST verifyBackup
/admin/cleanup POST runCleanup
/admin/dashboard GET getAdminDashboard
/admin/email/config GET listProviders
/admin/email/config POST createProvider *
/admin/email/config/test POST testProvider
/admin/email/config/{id} DELETE deleteProvider
/admin/email/config/{id} GET getProvider
/admin/email/config/{id} PUT changeProvider
/admin/email/config/{id}/use GET getProviderUse
/admin/email/dashboard/event-mappings GET listMappingsInUse
/admin/email/dashboard/recent-logs GET listRecentMail
/admin/email/dashboard/statistics GET getEmailStatistics
/admin/email/event-mappings GET listMappings
/admin/email/event-mappings POST createMapping *
/admin/email/event-mappings/available/events GET listAvailableEvents
/admin/email/event-mappings/{id} DELETE removeMapping
/admin/email/event-mappings/{id} GET getMapping
/admin/email/event-mappings/{id} PATCH changeMappingPart
/admin/email/event-mappings/{id} PUT changeMapping
/admin/email/event-mappings/{id}/decisions GET listMappingDecisions
/admin/email/event-mappings/{id}/test POST testMapping
/admin/email/event-mappings/{id}/toggle PATCH toggleMapping
/admin/email/events/{id}/test POST testEvent
/admin/email/explain POST explainMail
/admin/email/held GET listHeldMail
/admin/email/held/discard POST discardHeldMail
/admin/email/held/release POST releaseHeldMail
/admin/email/logs GET listMailLogs
/admin/email/logs/export POST exportMailLogs file
/admin/email/logs/resend POST resendMails *
/admin/email/logs/resend/check POST checkResending
/admin/email/logs/{id} GET getMailLog
/admin/email/logs/{id}/resend POST resendMail *
/admin/email/logs/{id}/resolve POST resolveMail *
/admin/email/settings GET getEmailSettings
/admin/email/settings PUT changeEmailSettings
/admin/email/settings/apply-theme POST applyThemeToAll
/admin/email/settings/apply-theme/{id}/undo POST undoThemeForAll
/admin/email/suppressions GET listSuppressions
/admin/email/suppressions POST addSuppression *
/admin/email/suppressions/export POST exportSuppressions file
/admin/email/suppressions/import POST importSuppressions
/admin/email/suppressions/{id} DELETE removeSuppression
/admin/email/templates GET listTemplates
/admin/email/templates POST createTemplate *
/admin/email/templates/check POST checkDraft
/admin/email/templates/preview POST previewDraft
/admin/email/templates/statistics GET getTemplateStatistics
/admin/email/templates/themes GET listTemplateThemes
/admin/email/templates/{id} DELETE removeTemplate
/admin/email/templates/{id} GET getTemplate
/admin/email/templates/{id} PATCH changeTemplatePart
/admin/email/templates/{id} PUT changeTemplate
/admin/email/templates/{id}/apply-theme POST applyTemplateTheme
/admin/email/templates/{id}/duplicate POST duplicateTemplate *
/admin/email/templates/{id}/field PATCH changeTemplateField
/admin/email/templates/{id}/logs GET listTemplateLogs
/admin/email/templates/{id}/preview POST previewTemplate
/admin/email/templates/{id}/test POST testTemplate
/admin/email/templates/{id}/translations GET listTemplateTranslations
/admin/email/templates/{id}/translations/{language} DELETE removeTemplateTranslation
/admin/email/templates/{id}/translations/{language} PUT putTemplateTranslation
/admin/email/templates/{id}/versions GET listTemplateVersions
/admin/email/templates/{id}/versions/{number} GET getTemplateVersion
/admin/email/templates/{id}/versions/{number}/restore POST restoreTemplateVersion
/admin/email/theme-presets GET listThemePresets
/admin/email/themes GET listThemes
/admin/email/themes POST createTheme *
/admin/email/themes/initialize-system POST initializeSystemThemes
/admin/email/themes/preview POST previewDesign
/admin/email/themes/{slug} DELETE removeTheme
/admin/email/themes/{slug} GET getTheme
/admin/email/themes/{slug} PUT changeTheme
/admin/email/themes/{slug}/duplicate POST duplicateTheme *
/admin/email/themes/{slug}/preview POST previewTheme
/admin/first-steps GET getFirstSteps
/admin/leavers GET listLeavers
/admin/mail-path GET getMailPath
/admin/mail-path/approve POST approveMailPath
/admin/notifications GET listNotifications
/admin/notifications/mark-all-read POST markAllNotificationsRead
/admin/programs GET getPrograms
/admin/programs/accounts/{id}/resume POST resumeProgramAccount
/admin/programs/accounts/{id}/suspend POST suspendProgramAccount
/admin/report GET getReport
/admin/requests GET listRequests
/admin/requests/{id} GET getRequest
/admin/requests/{id}/approve POST approveRequest
/admin/requests/{id}/end POST endRequest
/admin/requests/{id}/reason PUT explainRequest
/admin/requests/{id}/refuse POST refuseRequest
/admin/requests/{id}/resume POST resumeRequest
/admin/requests/{id}/withdraw POST withdrawRequest
/admin/reviews GET listOfficeReviews
/admin/reviews POST startOfficeReview *
/admin/reviews/{id} GET getOfficeReview
/admin/reviews/{id}/remind POST remindReviewers
/admin/reviews/{id}/withdraw POST withdrawOfficeReview
/admin/search GET searchOffice
/admin/settings GET getSettings
/admin/settings PUT changeSettings
/admin/settings/impact POST countSettingsImpact
/admin/system/health GET getSystemHealth
/admin/system/jobs GET listJobs
/admin/system/jobs/failed GET listFailedJobs
/admin/system/jobs/retry POST retryQueue
/admin/system/jobs/{id}/retry POST retryJob
/admin/system/maintenance GET listMaintenance
/admin/system/maintenance POST scheduleMaintenance *
/admin/system/maintenance/{id}/end POST endMaintenance
/admin/system/releases GET getReleases
/admin/system/releases/check POST checkReleases
/admin/system/security-notice GET getNoticeReach
/admin/system/security-notice POST sendSecurityNotice *
/admin/users GET listUsers
/admin/users POST createUser *
/admin/users/bulk POST bulkUsers
/admin/users/impact POST countImpact
/admin/users/invite POST inviteUser
/admin/users/{id} DELETE deleteUser
/admin/users/{id} GET getUser
/admin/users/{id} PATCH updateUser
/admin/users/{id}/devices GET listUserDevices
/admin/users/{id}/export GET exportUser
/admin/users/{id}/factors DELETE removeUserFactors
/admin/users/{id}/keys GET listUserKeys
/admin/users/{id}/leaver GET getLeaver
/admin/users/{id}/leaver POST openLeaver
/admin/users/{id}/leaver/hand-over POST handOverKeys
/admin/users/{id}/leaver/impact POST countLeaverImpact
/admin/users/{id}/leaver/keys GET listLeaverKeys
/admin/users/{id}/leaver/let-go POST letKeysGo
/admin/users/{id}/leaver/renewed POST tickRenewed
/admin/users/{id}/release POST releaseUser
/admin/users/{id}/reset-link POST makeResetLink
/admin/users/{id}/reset-password POST resetUserPassword
/admin/users/{id}/reset-pin POST resetUserPin
/admin/users/{id}/restore GET previewRestore
/admin/users/{id}/restore POST restoreUser
/admin/users/{id}/revoke-sessions POST revokeUserSessions
/admin/users/{id}/role PUT setUserRole
/admin/users/{id}/sessions GET listUserSessions
/admin/users/{id}/shares GET listUserShares
/admin/users/{id}/status PUT setUserStatus
/admin/users/{id}/unlock POST unlockUser
/admin/users/{id}/verify POST verifyUserEmail
/admin/webhooks GET listWebhooks
/admin/webhooks POST addWebhook *
/admin/webhooks/{id} DELETE deleteWebhook
/admin/webhooks/{id} PUT changeWebhook
/admin/webhooks/{id}/deliveries GET listDeliveries
/admin/webhooks/{id}/deliveries/{delivery_id}/resend POST resendDelivery
/admin/webhooks/{id}/rotate POST rotateWebhook
/admin/webhooks/{id}/test POST testWebhook
/admin/workload/issuers GET listIssuers
/admin/workload/issuers POST addIssuer
/admin/workload/issuers/{id} DELETE deleteIssuer
/auth/email/verification-notification POST requestVerification
/auth/email/verify POST verifyEmail
/auth/factors GET getFactors
/auth/factors/confirm POST confirmFactor
/auth/factors/passkeys POST addPasskey
/auth/factors/passkeys/options POST passkeyRegistrationOptions
/auth/factors/passkeys/{id} DELETE removePasskey
/auth/factors/passkeys/{id} PATCH renamePasskey
/auth/factors/recovery-codes POST makeRecoveryCodes
/auth/factors/totp DELETE removeTotp
/auth/factors/totp POST beginTotp
/auth/factors/totp/confirm POST confirmTotp
/auth/identities GET listIdentities
/auth/identities POST beginConnecting
/auth/identities/finish POST finishConnecting
/auth/identities/sign-in POST beginIdentitySignIn
/auth/identities/sign-in/finish POST finishIdentitySignIn
/auth/identities/{id} DELETE disconnectIdentity
/auth/invite/accept POST acceptInvitation
/auth/invite/read POST readInvitation
/auth/links/check POST checkLink
/auth/login POST signIn
/auth/logout POST signOut
/auth/passkey POST signInWithPasskey
/auth/passkey/options POST passkeyOptions
/auth/password/email POST requestPasswordReset
/auth/password/reset POST resetPassword
/auth/pin/reset POST setForgottenPin
/auth/register POST signUp
/auth/second-factor POST passSecondFactor
/auth/sessions GET listSessions
/auth/sessions/{id} DELETE endSession
/auth/setup POST setUp
/auth/setup/check POST checkSetupLink
/auth/stop POST stopClosing
/auth/user GET getCurrentUser
/breach-range/{prefix} GET breachRange
/contacts GET listContacts
/groups GET listGroups
/groups POST addGroup *
/groups/{id} DELETE deleteGroup
/groups/{id} GET getGroup
/groups/{id} PATCH renameGroup
/groups/{id}/leave POST leaveGroup
/groups/{id}/members POST addGroupMember
/groups/{id}/members/{member_id} DELETE removeGroupMember
/groups/{id}/members/{member_id} PATCH changeGroupMember
/groups/{id}/members/{member_id}/confirm POST confirmGroupMember
/installation GET getInstallation
/keys GET listKeys
/keys POST addKey *
/keys/details/{id} DELETE deleteKey
/keys/ended GET listEndedKeys
/keys/export POST exportKeys
/keys/generate-codes GET generateCodes
/keys/import POST importKeys
/keys/removed-links DELETE dismissRemovedLinks
/keys/removed-links GET listRemovedLinks
/keys/share POST shareKeys
/keys/{id} GET getKey
/keys/{id} PATCH editKey
/keys/{id}/ask-again POST askAgain
/keys/{id}/backup-codes GET listBackupCodes
/keys/{id}/backup-codes POST addBackupCodes *
/keys/{id}/backup-codes/{code_id} DELETE removeBackupCode
/keys/{id}/backup-codes/{code_id} PATCH markBackupCode
/keys/{id}/code GET showCode
/keys/{id}/copied POST copiedCode
/keys/{id}/deletion GET previewKeyDeletion
/keys/{id}/icon DELETE removeKeyIcon
/keys/{id}/icon GET getKeyIcon
/keys/{id}/icon PUT setKeyIcon
/keys/{id}/leave POST leaveKey
/keys/{id}/next-code POST nextCode
/keys/{id}/queue GET showQueue
/keys/{id}/restore POST restoreKey
/keys/{id}/rotate POST rotateKey
/keys/{id}/secret GET showSecret
/keys/{id}/share POST shareKey
/keys/{id}/shares GET listShares
/keys/{id}/shares/{share_id} DELETE revokeShare
/keys/{id}/shares/{share_id} PATCH changeShare
/keys/{id}/shares/{share_id}/confirm POST confirmShare
/keys/{id}/shares/{share_id}/remind POST remindShare
/keys/{id}/shares/{share_id}/restore POST restoreShare
/keys/{id}/take POST takeCode *
/keys/{id}/transfer DELETE withdrawOffer
/keys/{id}/transfer GET findOffer
/keys/{id}/transfer POST transferKey
/keys/{id}/turn DELETE giveTurnBack
/keys/{id}/turn POST takeTurn
/keys/{id}/usage GET keyUsage
/live GET liveStream file
/logout POST signOutAlias
/oauth/device POST startDeviceSignIn
/oauth/revoke POST revokeFoundToken
/oauth/token POST issueToken
/offers GET listOffers
/offers/{id}/accept POST acceptOffer
/offers/{id}/decline POST declineOffer
/pin/forgotten POST requestNewPin
/pin/verify POST verifyPin
/profile DELETE deleteProfile
/profile GET getProfile
/profile PUT updateProfile
/profile/activity GET listActivity
/profile/administrators GET listActsOnMe
/profile/closing GET getClosing
/profile/deletion GET previewDeletion
/profile/devices GET listDevices
/profile/devices POST approveDevice
/profile/devices/deny POST denyDevice
/profile/devices/find POST findDeviceSignIn
/profile/devices/{id} DELETE endDevice
/profile/password PUT changePassword
/profile/pending-email DELETE cancelEmailChange
/profile/pending-email POST resendEmailChange
/profile/pin PUT changePin
/profile/preferences GET getPreferences
/profile/preferences PUT putPreferences
/profile/proof POST proveAccount
/profile/requests GET listOwnRequests
/profile/requests/{id}/stop POST stopRequest
/profile/stats GET getProfileStats
/profile/tokens GET listTokens
/profile/tokens POST createToken *
/profile/tokens/{id} DELETE revokeToken
/profile/tokens/{id}/rotate POST rotateToken *
/reviews GET listReviews
/reviews POST startReview *
/reviews/{id} DELETE withdrawReview
/reviews/{id} GET getReview
/reviews/{id}/answers POST answerReview
/reviews/{id}/undo POST undoReviewAnswers
/service-accounts GET listServiceAccounts
/service-accounts POST addServiceAccount *
/service-accounts/{id} DELETE deleteServiceAccount
/service-accounts/{id} GET getServiceAccount
/service-accounts/{id} PATCH editServiceAccount
/service-accounts/{id}/refused GET listRefused
/service-accounts/{id}/resume POST resumeServiceAccount
/service-accounts/{id}/shares GET listServiceAccountShares
/service-accounts/{id}/shares/{share_id}/accept POST acceptServiceAccountShare
/service-accounts/{id}/shares/{share_id}/decline POST declineServiceAccountShare
/service-accounts/{id}/suspend POST suspendServiceAccount
/service-accounts/{id}/tokens GET listServiceAccountTokens
/service-accounts/{id}/tokens POST createServiceAccountToken *
/service-accounts/{id}/tokens/{token_id} DELETE revokeServiceAccountToken
/service-accounts/{id}/tokens/{token_id}/rotate POST rotateServiceAccountToken *
/service-accounts/{id}/trusts GET listTrusts
/service-accounts/{id}/trusts POST addTrust *
/service-accounts/{id}/trusts/{trust_id} DELETE deleteTrust
/service-accounts/{id}/trusts/{trust_id} PATCH editTrust
/takes GET listTakes
/takes/approvals GET listApprovals
/takes/{id} DELETE cancelTake
/takes/{id} GET getTake
/takes/{id}/approve POST approveTake
/takes/{id}/deny POST denyTake
/takes/{id}/result POST reportTake
/tokens/self GET getOwnToken
/user GET getCurrentUserAlias
/vault/activity POST reportActivity
/vault/auto-lock PUT setAutoLock
/vault/lock POST lockVault`

/** Every code that the server names an error by. */
export type ErrorCode =
  | 'request.malformed'
  | 'request.invalid'
  | 'request.too_large'
  | 'request.too_many_parts'
  | 'request.not_json'
  | 'request.not_found'
  | 'request.cross_site'
  | 'request.xsrf'
  | 'rate.limited'
  | 'rate.too_many_at_once'
  | 'server.failed'
  | 'server.unavailable'
  | 'server.busy'
  | 'idempotency.mismatch'
  | 'idempotency.in_progress'
  | 'idempotency.answer_lost'
  | 'auth.unauthenticated'
  | 'auth.session_expired'
  | 'auth.session_revoked'
  | 'auth.session_revoked_by_admin'
  | 'auth.session_password_changed'
  | 'auth.session_role_changed'
  | 'auth.session_deactivated'
  | 'auth.session_deleted'
  | 'auth.forbidden'
  | 'auth.no_longer_administrator'
  | 'auth.invalid_credentials'
  | 'auth.second_factor_required'
  | 'auth.password_change_required'
  | 'auth.account_stopped'
  | 'auth.enrolment_required'
  | 'auth.second_factor_wrong'
  | 'auth.second_factor_ended'
  | 'auth.second_factor_passed'
  | 'auth.passkey_refused'
  | 'auth.locked'
  | 'auth.email_taken'
  | 'auth.password_too_short'
  | 'auth.sign_up_closed'
  | 'setup.required'
  | 'mail.unavailable'
  | 'mail.not_set_up'
  | 'links.wrong'
  | 'links.used'
  | 'links.expired'
  | 'accounts.last_administrator'
  | 'trust.not_closed'
  | 'trust.nothing_to_stop'
  | 'trust.own_hand'
  | 'trust.not_independent'
  | 'trust.proof_wrong'
  | 'profile.password_wrong'
  | 'profile.password_missing'
  | 'profile.password_required'
  | 'profile.no_pending_email'
  | 'profile.password_unchanged'
  | 'profile.preference_unknown'
  | 'sessions.not_found'
  | 'setup.link_invalid'
  | 'factors.totp_enabled'
  | 'factors.totp_not_begun'
  | 'factors.totp_not_found'
  | 'factors.code_wrong'
  | 'factors.passkey_not_found'
  | 'factors.passkey_known'
  | 'factors.last_way_in'
  | 'factors.proof_required'
  | 'factors.none'
  | 'identities.not_offered'
  | 'identities.needs_browser'
  | 'identities.attempt_over'
  | 'identities.refused'
  | 'identities.unavailable'
  | 'identities.no_email'
  | 'identities.unverified'
  | 'identities.address_taken'
  | 'identities.account_inactive'
  | 'identities.connected_already'
  | 'identities.not_found'
  | 'identities.last_way_in'
  | 'vault.locked'
  | 'pin.required'
  | 'pin.wrong'
  | 'pin.locked'
  | 'pin.void'
  | 'pin.not_set'
  | 'pin.proof_required'
  | 'pin.password_required'
  | 'pin.second_proof_required'
  | 'pin.factor_required'
  | 'pin.sign_in_again'
  | 'pin.proof_wrong'
  | 'tokens.invalid'
  | 'tokens.expired'
  | 'tokens.suspended'
  | 'tokens.not_allowed'
  | 'tokens.scope'
  | 'tokens.network'
  | 'tokens.limit_reached'
  | 'tokens.ended'
  | 'tokens.for_administrators'
  | 'tokens.agent_scopes'
  | 'tokens.network_invalid'
  | 'tokens.trust_unnamed'
  | 'tokens.key_unknown'
  | 'tokens.not_found'
  | 'devices.code_wrong'
  | 'devices.other_network'
  | 'devices.not_found'
  | 'oauth.unauthorized_client'
  | 'oauth.unsupported_grant_type'
  | 'oauth.authorization_pending'
  | 'oauth.slow_down'
  | 'oauth.access_denied'
  | 'oauth.expired_token'
  | 'takes.not_found'
  | 'takes.too_long'
  | 'takes.timed_out'
  | 'takes.handed'
  | 'takes.not_handed'
  | 'takes.code_gone'
  | 'takes.queue_full'
  | 'takes.limit'
  | 'takes.denied'
  | 'takes.decided'
  | 'takes.wrong_number'
  | 'takes.four_eyes'
  | 'takes.margin_too_long'
  | 'service_accounts.limit_reached'
  | 'service_accounts.suspended'
  | 'service_accounts.administrator_only'
  | 'service_accounts.share_not_found'
  | 'service_accounts.not_found'
  | 'webhooks.not_found'
  | 'webhooks.delivery_not_found'
  | 'webhooks.limit'
  | 'webhooks.renewed_often'
  | 'webhooks.paused'
  | 'oauth.missing_parameter'
  | 'oauth.invalid_grant'
  | 'workload.replayed'
  | 'workload.issuer_unreachable'
  | 'workload.issuer_not_found'
  | 'workload.issuer_unknown'
  | 'workload.issuer_exists'
  | 'workload.issuers_limit'
  | 'workload.trust_not_found'
  | 'workload.trusts_limit'
  | 'workload.anchors_missing'
  | 'workload.wildcard'
  | 'workload.claims_limit'
  | 'keys.not_found'
  | 'keys.site_invalid'
  | 'keys.site_public_suffix'
  | 'keys.icon_not_found'
  | 'keys.icon_invalid'
  | 'keys.limit_reached'
  | 'keys.secret_invalid'
  | 'keys.secret_too_short'
  | 'keys.secret_too_long'
  | 'keys.secret_required'
  | 'keys.secret_unchanged'
  | 'keys.codes_not_in_a_row'
  | 'keys.uri_invalid'
  | 'keys.not_counter_based'
  | 'keys.counter_based'
  | 'keys.code_on_demand'
  | 'keys.exclusive'
  | 'keys.turn_taken'
  | 'keys.owner_only'
  | 'keys.view_only'
  | 'keys.secrets_closed'
  | 'keys.codes_closed'
  | 'keys.not_restorable'
  | 'keys.backup_codes_limit'
  | 'keys.backup_code_not_found'
  | 'keys.unreadable'
  | 'keys.counter_exhausted'
  | 'sharing.not_found'
  | 'sharing.expires_in_past'
  | 'sharing.cannot_undo'
  | 'sharing.too_many_invitations'
  | 'sharing.limit_reached'
  | 'sharing.asked_already'
  | 'sharing.own_key'
  | 'sharing.through_group'
  | 'sharing.transfer_to_self'
  | 'sharing.offer_over'
  | 'sharing.codes_only'
  | 'sharing.for_programs'
  | 'reviews.not_found'
  | 'reviews.over'
  | 'reviews.nothing_to_review'
  | 'reviews.limit_reached'
  | 'reviews.due_too_soon'
  | 'reviews.due_too_late'
  | 'reviews.reminded_lately'
  | 'reviews.cannot_undo'
  | 'access.question_not_found'
  | 'access.question_name_taken'
  | 'access.questions_limit_reached'
  | 'groups.not_found'
  | 'groups.member_not_found'
  | 'groups.limit_reached'
  | 'groups.full'
  | 'email.provider_not_found'
  | 'email.provider_kind_fixed'
  | 'email.secret_required'
  | 'email.secret_required_again'
  | 'email.log_not_found'
  | 'email.not_resendable'
  | 'email.link_not_kept'
  | 'email.content_gone'
  | 'email.already_resent'
  | 'email.outcome_known'
  | 'email.already_resolved'
  | 'email.template_not_found'
  | 'email.template_unknown'
  | 'email.template_missing'
  | 'email.template_system'
  | 'email.template_needed'
  | 'email.template_essential'
  | 'email.template_changed'
  | 'email.changed_meanwhile'
  | 'email.template_unsound'
  | 'email.content_missing'
  | 'email.content_too_long'
  | 'email.version_not_found'
  | 'email.translation_not_found'
  | 'email.provider_unknown'
  | 'email.no_provider'
  | 'email.mapping_not_found'
  | 'email.mapping_essential'
  | 'email.event_unknown'
  | 'email.condition_link'
  | 'email.event_mapped'
  | 'email.theme_missing'
  | 'email.theme_system'
  | 'email.css_refused'
  | 'email.application_not_found'
  | 'email.application_undone'
  | 'email.theme_not_found'
  | 'email.retention_order'
  | 'email.already_suppressed'
  | 'email.suppression_not_found'
  | 'email.webhook_refused'
  | 'email.webhook_unverifiable'
  | 'maintenance.active'
  | 'jobs.not_found'
  | 'jobs.not_failed'
  | 'jobs.nothing_failed'
  | 'releases.off'
  | 'maintenance.not_found'
  | 'maintenance.over'
  | 'maintenance.overlaps'
  | 'maintenance.start_in_past'
  | 'maintenance.too_far'
  | 'maintenance.end_before_start'
  | 'maintenance.too_long'
  | 'users.no_factors'
  | 'users.not_found'
  | 'users.own_account'
  | 'users.inactive'
  | 'users.not_deleted'
  | 'users.restore_over'
  | 'users.address_taken'
  | 'users.nothing_selected'
  | 'users.too_many'
  | 'leavers.not_found'
  | 'leavers.still_active'
  | 'leavers.closed'
  | 'leavers.account_deleted'
  | 'leavers.nothing_selected'
  | 'leavers.to_self'
  | 'leavers.to_nobody'
  | 'leavers.to_newcomer'
  | 'leavers.no_room'
  | 'requests.not_found'
  | 'requests.not_interrupted'
  | 'requests.decided'
  | 'requests.expired'
  | 'requests.changed'
  | 'requests.already_waiting'
  | 'requests.own'
  | 'requests.not_own'
  | 'requests.subject'
  | 'requests.made_by_asker'
  | 'requests.no_factor'
  | 'requests.asker_gone'
  | 'streams.not_found'
  | 'streams.limit'
  | 'backups.not_found'
  | 'backups.under_way'
  | 'backups.not_complete'
  | 'backups.being_verified'
  | 'backups.elsewhere'
  | 'backups.off_site'
  | 'backups.not_set_up'
  | 'backups.gone'
  | 'settings.from_environment'
  | 'settings.idle_too_long'

/** What each call takes and answers. error: the codes that are its own, in addition to those of sessions, tokens, limits and fields. */
export interface Operations {
  /** List who can or could use which keys, who saw or copied codes, and who has had secrets. `GET /admin/access` */
  listAccess: { input: { query?: { question?: "access" | "showings" | "secrets" | "one_holder" | "unused"; key?: string; person?: string; group?: string; tag?: string; domain?: string; outside?: "true"; on?: string; from?: string; to?: string; page?: number } }; answer: { known_since: string; has_more: boolean; data: ({ key: { id: string; name: string; owner: { id: string; name: string } }; person: { id: string | null; name: string | null; email: string; is_active: boolean }; via: "owner" | "direct" | "group" | null; group: { id: string; name: string | null } | null; level: "owner" | "admin" | "view" | null; what: "shown" | "copied" | "added" | "secret" | "backup_codes" | "export" | null; since: string; until: string | null; last_used_at: string | null })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** Export the access ledger as a signed ZIP: names and times, no codes and no secrets. `GET /admin/access/evidence` */
  exportEvidence: { input: { query?: { from?: string; to?: string } }; answer: Response; error: never }
  /** Export the whole access ledger as CSV. `GET /admin/access/export` */
  exportAccess: { input: { query?: { question?: "access" | "showings" | "secrets" | "one_holder" | "unused"; key?: string; person?: string; group?: string; tag?: string; domain?: string; outside?: "true"; on?: string; from?: string; to?: string } }; answer: Response; error: never }
  /** List saved questions to the access ledger, shared by all administrators. `GET /admin/access/questions` */
  listSavedQuestions: { input: Record<never, never>; answer: { data: ({ id: string; name: string; filters: { question: "access" | "showings" | "secrets" | "one_holder" | "unused"; key?: string; person?: string; group?: string; tag?: string; domain?: string; outside?: "true"; on?: string; from?: string; to?: string }; saved_by: { name: string } | null; created_at: string })[] }; error: never }
  /** Save a question with a name. `POST /admin/access/questions` */
  saveQuestion: { input: { body: { name: string; filters: { question?: "access" | "showings" | "secrets" | "one_holder" | "unused"; key?: string; person?: string; group?: string; tag?: string; domain?: string; outside?: "true"; on?: string; from?: string; to?: string } } }; answer: { question: { id: string; name: string; filters: { question: "access" | "showings" | "secrets" | "one_holder" | "unused"; key?: string; person?: string; group?: string; tag?: string; domain?: string; outside?: "true"; on?: string; from?: string; to?: string }; saved_by: { name: string } | null; created_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'access.question_name_taken' | 'access.questions_limit_reached' }
  /** Delete a saved question. `DELETE /admin/access/questions/{id}` */
  deleteQuestion: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'access.question_not_found' }
  /** Rename a saved question. `PATCH /admin/access/questions/{id}` */
  renameQuestion: { input: { params: { id: string }; body: { name: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'access.question_name_taken' | 'access.question_not_found' }
  /** Get daily figures of a range beside the previous period, and how keys and shares are distributed. `GET /admin/analytics` */
  getAnalytics: { input: { query?: { days?: "7" | "30" | "90"; from?: string; to?: string } }; answer: { range: { from: string; to: string; days: number; before: { from: string; to: string } }; counted_at: string; user_growth: { daily: { date: string; count: number }[]; total_new_users: number; new_users_this_month: number; new_users_last_month: number; active_days: number }; login_activity: { never_logged_in: number; inactive_users: number; total_logins: number; active_login_days: number; average_logins_per_day: number; daily_logins: { date: string; count: number }[] }; key_distribution: { total_users: number; users_with_keys: number; users_without_keys: number; total_keys: number; average_keys_per_user: number; top_key_users: { id: string; name: string; email: string; two_fa_keys_count: number }[] }; sharing_activity: { users_sharing_keys: number; users_receiving_shares: number; users_only_receiving: number; total_shares: number; top_sharing_users: { id: string; name: string; email: string; shares_count: number }[] }; health: { user_engagement: number; sharing_adoption: number; user_retention: number; keys_per_active_user: number }; totals: { sign_ups: number; sign_ins: number; failed_sign_ins: number; keys_made: number; shares_made: number; codes_shown: number; copies: number; mails_sent: number; mails_delivered: number; mails_failed: number; mails_bounced: number; mails_opened: number }; totals_before: { sign_ups: number; sign_ins: number; failed_sign_ins: number; keys_made: number; shares_made: number; codes_shown: number; copies: number; mails_sent: number; mails_delivered: number; mails_failed: number; mails_bounced: number; mails_opened: number }; days: { date: string; figures: { sign_ups: number; sign_ins: number; failed_sign_ins: number; keys_made: number; shares_made: number; codes_shown: number; copies: number; mails_sent: number; mails_delivered: number; mails_failed: number; mails_bounced: number; mails_opened: number }; date_before: string; before: { sign_ups: number; sign_ins: number; failed_sign_ins: number; keys_made: number; shares_made: number; codes_shown: number; copies: number; mails_sent: number; mails_delivered: number; mails_failed: number; mails_bounced: number; mails_opened: number } }[] }; error: never }
  /** Export the figures: everything as JSON, or the days as CSV. `GET /admin/analytics/export` */
  exportAnalytics: { input: { query?: { days?: "7" | "30" | "90"; from?: string; to?: string; format?: "json" | "csv" } }; answer: Response; error: never }
  /** Count keys with one holder, inactive owners, keys never used and shares past their need, and list one of the groups. `GET /admin/analytics/risks` */
  listRisks: { input: { query?: { kind?: "one_holder" | "inactive_owners" | "never_used" | "stale_shares"; page?: number } }; answer: { counts: { one_holder: number; inactive_owners: number; never_used: number; stale_shares: number }; counted_at: string; data: ({ id: string; key_name: string | null; owner: { id: string; name: string; is_active: boolean; last_login_at: string | null }; created_at: string; last_used_at: string | null; with: { id: string | null; name: string } | null; reason: "expired" | "inactive_recipient" | "unused" | null; keys: number | null })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** Export one of the lists as CSV or JSON. `GET /admin/analytics/risks/export` */
  exportRisks: { input: { query?: { kind?: "one_holder" | "inactive_owners" | "never_used" | "stale_shares"; format?: "csv" | "json" } }; answer: Response; error: never }
  /** List the audit log, newest first. `GET /admin/audit` */
  listAudit: { input: { query?: { who?: string; action?: "user.created" | "user.invited" | "user.updated" | "user.activated" | "user.deactivated" | "user.promoted" | "user.demoted" | "user.password_reset" | "user.password_link_made" | "user.pin_reset" | "user.factors_removed" | "user.sessions_revoked" | "user.unlocked" | "user.email_verified" | "user.deleted" | "user.restored" | "user.exported" | "user.viewed" | "user.stopped" | "user.released" | "take.handed" | "take.over" | "request.asked" | "request.explained" | "request.approved" | "request.interrupted" | "request.resumed" | "request.carried_out" | "request.failed" | "request.refused" | "request.withdrawn" | "request.stopped" | "request.expired" | "leaver.plan_opened" | "leaver.plan_closed" | "leaver.plan_reopened" | "leaver.key_handed_over" | "leaver.key_let_go" | "leaver.secret_renewed" | "leaver.secret_not_renewed" | "email.provider_created" | "email.provider_changed" | "email.provider_deleted" | "email.settings_changed" | "email.provider_tested" | "email.template_created" | "email.template_changed" | "email.template_deleted" | "email.translation_saved" | "email.translation_removed" | "email.theme_created" | "email.theme_changed" | "email.theme_deleted" | "email.themes_restored" | "email.theme_applied" | "email.theme_taken_back" | "email.mapping_created" | "email.mapping_changed" | "email.mapping_deleted" | "email.path_approved" | "email.test_sent" | "email.mail_resent" | "email.mail_marked_delivered" | "email.logs_exported" | "email.suppression_added" | "email.suppression_removed" | "email.suppressions_imported" | "email.suppressions_exported" | "system.cleanup_counted" | "system.cleaned_up" | "system.report_made" | "system.job_retried" | "system.links_removed" | "system.month_dropped" | "system.notice_sent" | "system.maintenance_scheduled" | "system.maintenance_ended" | "system.maintenance_cancelled" | "email.held_released" | "email.held_discarded" | "backup.started" | "backup.downloaded" | "backup.verified" | "backup.drilled" | "backup.deleted" | "backup.restored" | "backup.secret_saved" | "backup.schedule_changed" | "settings.changed" | "audit.exported" | "stream.created" | "stream.changed" | "stream.deleted" | "stream.retried" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.rotated" | "webhook.tested" | "webhook.resent" | "service_account.suspended" | "service_account.resumed" | "issuer.added" | "issuer.removed" | "analytics.exported" | "access.exported" | "access.evidence_made" | "access.question_saved" | "access.question_renamed" | "access.question_deleted" | "review.started" | "review.answered" | "review.undone" | "review.reminded" | "review.withdrawn" | "review.ended" | "person.sign_in_failed" | "call"; whom?: string; request?: string; from?: string; to?: string; acts?: "administrators" | "people" | "all"; page?: number } }; answer: { data: ({ id: string; happened_at: string; actor: { id: string; name: string; email: string } | null; action: string; title: string; said: { title: ({ code: string; values?: Record<string, string | number> })[] }; target: { kind: string; id: string | null; name: string | null } | null; before: Record<string, unknown> | null; after: Record<string, unknown> | null; address: string | null; request_id: string | null })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** Get the last verified row of the audit log, and the key that signs it. `GET /admin/audit/chain` */
  getAuditChain: { input: Record<never, never>; answer: { fingerprint: string; public_key: string; linked: number; waiting: number; checkpoint: { sequence: number; signed_at: string } | null; beginning: { sequence: number; until: string } | null; verification: { verified_at: string; rows: number; up_to: number; problem: string | null } | null }; error: never }
  /** Export the filtered audit log as CSV or JSON, each row with its chain hash and the file signed. `GET /admin/audit/export` */
  exportAudit: { input: { query?: { who?: string; action?: "user.created" | "user.invited" | "user.updated" | "user.activated" | "user.deactivated" | "user.promoted" | "user.demoted" | "user.password_reset" | "user.password_link_made" | "user.pin_reset" | "user.factors_removed" | "user.sessions_revoked" | "user.unlocked" | "user.email_verified" | "user.deleted" | "user.restored" | "user.exported" | "user.viewed" | "user.stopped" | "user.released" | "take.handed" | "take.over" | "request.asked" | "request.explained" | "request.approved" | "request.interrupted" | "request.resumed" | "request.carried_out" | "request.failed" | "request.refused" | "request.withdrawn" | "request.stopped" | "request.expired" | "leaver.plan_opened" | "leaver.plan_closed" | "leaver.plan_reopened" | "leaver.key_handed_over" | "leaver.key_let_go" | "leaver.secret_renewed" | "leaver.secret_not_renewed" | "email.provider_created" | "email.provider_changed" | "email.provider_deleted" | "email.settings_changed" | "email.provider_tested" | "email.template_created" | "email.template_changed" | "email.template_deleted" | "email.translation_saved" | "email.translation_removed" | "email.theme_created" | "email.theme_changed" | "email.theme_deleted" | "email.themes_restored" | "email.theme_applied" | "email.theme_taken_back" | "email.mapping_created" | "email.mapping_changed" | "email.mapping_deleted" | "email.path_approved" | "email.test_sent" | "email.mail_resent" | "email.mail_marked_delivered" | "email.logs_exported" | "email.suppression_added" | "email.suppression_removed" | "email.suppressions_imported" | "email.suppressions_exported" | "system.cleanup_counted" | "system.cleaned_up" | "system.report_made" | "system.job_retried" | "system.links_removed" | "system.month_dropped" | "system.notice_sent" | "system.maintenance_scheduled" | "system.maintenance_ended" | "system.maintenance_cancelled" | "email.held_released" | "email.held_discarded" | "backup.started" | "backup.downloaded" | "backup.verified" | "backup.drilled" | "backup.deleted" | "backup.restored" | "backup.secret_saved" | "backup.schedule_changed" | "settings.changed" | "audit.exported" | "stream.created" | "stream.changed" | "stream.deleted" | "stream.retried" | "webhook.created" | "webhook.changed" | "webhook.deleted" | "webhook.rotated" | "webhook.tested" | "webhook.resent" | "service_account.suspended" | "service_account.resumed" | "issuer.added" | "issuer.removed" | "analytics.exported" | "access.exported" | "access.evidence_made" | "access.question_saved" | "access.question_renamed" | "access.question_deleted" | "review.started" | "review.answered" | "review.undone" | "review.reminded" | "review.withdrawn" | "review.ended" | "person.sign_in_failed" | "call"; whom?: string; request?: string; from?: string; to?: string; acts?: "administrators" | "people" | "all"; format?: "csv" | "json" } }; answer: Response; error: never }
  /** List audit log streams, and the last row sent to each. `GET /admin/audit/streams` */
  listStreams: { input: Record<never, never>; answer: { data: ({ id: string; name: string; kind: "syslog" | "https" | "s3" | "file"; is_active: boolean; target: { kind: "syslog"; host: string; port: number; ca?: string } | { kind: "https"; url: string; ca?: string } | { kind: "s3"; endpoint: string; region: string; bucket: string; prefix?: string; access_key_id: string; secret_access_key?: string; ca?: string } | { kind: "file"; file_name: string }; destination: string; state: "starting" | "working" | "behind" | "failing" | "paused"; sent_sequence: number; sent_at: string | null; waiting: number; lag_seconds: number | null; failing_since: string | null; last_error: string | null; next_try_at: string | null; created_at: string })[] }; error: never }
  /** Create an audit log stream, from the beginning or from now on; every administrator is notified. `POST /admin/audit/streams` */
  createStream: { input: { body: { name: string; from?: "beginning" | "now"; target: { kind: "syslog"; host: string; port: number; ca?: string } | { kind: "https"; url: string; ca?: string } | { kind: "s3"; endpoint: string; region: string; bucket: string; prefix?: string; access_key_id: string; secret_access_key?: string; ca?: string } | { kind: "file"; file_name: string } } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; stream: { id: string; name: string; kind: "syslog" | "https" | "s3" | "file"; is_active: boolean; target: { kind: "syslog"; host: string; port: number; ca?: string } | { kind: "https"; url: string; ca?: string } | { kind: "s3"; endpoint: string; region: string; bucket: string; prefix?: string; access_key_id: string; secret_access_key?: string; ca?: string } | { kind: "file"; file_name: string }; destination: string; state: "starting" | "working" | "behind" | "failing" | "paused"; sent_sequence: number; sent_at: string | null; waiting: number; lag_seconds: number | null; failing_since: string | null; last_error: string | null; next_try_at: string | null; created_at: string }; signing_secret: string | null }; error: 'streams.limit' | 'streams.not_found' }
  /** Remove a stream; the audit log is no longer sent there. `DELETE /admin/audit/streams/{id}` */
  deleteStream: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'streams.not_found' }
  /** Change, pause or resume a stream; it continues after the last row sent. `PUT /admin/audit/streams/{id}` */
  changeStream: { input: { params: { id: string }; body: { name: string; is_active: boolean; target: { kind: "syslog"; host: string; port: number; ca?: string } | { kind: "https"; url: string; ca?: string } | { kind: "s3"; endpoint: string; region: string; bucket: string; prefix?: string; access_key_id: string; secret_access_key?: string; ca?: string } | { kind: "file"; file_name: string } } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; stream: { id: string; name: string; kind: "syslog" | "https" | "s3" | "file"; is_active: boolean; target: { kind: "syslog"; host: string; port: number; ca?: string } | { kind: "https"; url: string; ca?: string } | { kind: "s3"; endpoint: string; region: string; bucket: string; prefix?: string; access_key_id: string; secret_access_key?: string; ca?: string } | { kind: "file"; file_name: string }; destination: string; state: "starting" | "working" | "behind" | "failing" | "paused"; sent_sequence: number; sent_at: string | null; waiting: number; lag_seconds: number | null; failing_since: string | null; last_error: string | null; next_try_at: string | null; created_at: string } }; error: 'streams.not_found' }
  /** Retry a failing stream now, before its next try is due. `POST /admin/audit/streams/{id}/retry` */
  retryStream: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'streams.not_found' }
  /** List backups, newest first, with the schedule and what is pending after a restore. `GET /admin/backups` */
  listBackups: { input: Record<never, never>; answer: { data: ({ id: string; file_name: string; state: "waiting" | "running" | "completed" | "failed"; cause: "manual" | "scheduled" | "command" | "found"; made_by: { id: string | null; name: string } | null; step: "writing" | "reading_back" | "uploading" | null; progress: number; encrypted_with: "password" | "master_key" | null; application: string | null; size: number | null; error: string | null; said: { error?: ({ code: string; values?: Record<string, string | number> })[]; verify_error?: ({ code: string; values?: Record<string, string | number> })[] }; node: string | null; location: "local" | "s3"; is_here: boolean; created_at: string; finished_at: string | null; verified_at: string | null; verify_error: string | null; is_verifying: boolean })[]; schedule: { frequency: "off" | "daily" | "weekly"; weekday: number; hour: number; keep: number }; next_at: string | null; last_drill: { file_name: string; location: "local" | "s3"; finished_at: string; error: string | null; said: { error?: ({ code: string; values?: Record<string, string | number> })[] } } | null; off_site: string | null; encrypted_with: "password" | "master_key"; secret: { place: "variable" | "file"; name: string; saved_at: string | null }; restored: { restored_at: string; backup_created_at: string; held_mails: number } | null }; error: never }
  /** Create a backup now. Only one runs at a time. `POST /admin/backups` */
  startBackup: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; backup: { id: string; file_name: string; state: "waiting" | "running" | "completed" | "failed"; cause: "manual" | "scheduled" | "command" | "found"; made_by: { id: string | null; name: string } | null; step: "writing" | "reading_back" | "uploading" | null; progress: number; encrypted_with: "password" | "master_key" | null; application: string | null; size: number | null; error: string | null; said: { error?: ({ code: string; values?: Record<string, string | number> })[]; verify_error?: ({ code: string; values?: Record<string, string | number> })[] }; node: string | null; location: "local" | "s3"; is_here: boolean; created_at: string; finished_at: string | null; verified_at: string | null; verify_error: string | null; is_verifying: boolean } }; error: 'backups.under_way' }
  /** Set when backups are created automatically, and how many are kept. `PUT /admin/backups/schedule` */
  changeBackupSchedule: { input: { body: { frequency: "off" | "daily" | "weekly"; weekday: number; hour: number; keep: number } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; schedule: { frequency: "off" | "daily" | "weekly"; weekday: number; hour: number; keep: number } }; error: never }
  /** Say that the secret which opens new backups is kept outside of this installation too. `POST /admin/backups/secret-saved` */
  confirmBackupSecret: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: never }
  /** Delete a backup and its file. `DELETE /admin/backups/{id}` */
  deleteBackup: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'backups.elsewhere' | 'backups.gone' | 'backups.not_found' | 'backups.not_set_up' | 'backups.off_site' | 'backups.under_way' }
  /** Create a single-use download address, valid for a minute in this session. Needs the PIN. `POST /admin/backups/{id}/download` */
  downloadBackup: { input: { params: { id: string } }; answer: { url: string; expires_at: string }; error: 'backups.elsewhere' | 'backups.gone' | 'backups.not_complete' | 'backups.not_found' | 'backups.not_set_up' }
  /** Verify a backup by reading it from beginning to end. The result appears in the list. `POST /admin/backups/{id}/verify` */
  verifyBackup: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'backups.being_verified' | 'backups.elsewhere' | 'backups.gone' | 'backups.not_complete' | 'backups.not_found' | 'backups.not_set_up' }
  /** Run a clean-up, or with `dry_run` only count what it would remove. `POST /admin/cleanup` */
  runCleanup: { input: { body: { type: "expired_shares" | "orphaned_keys" | "unused_recovery_codes"; dry_run?: boolean } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; dry_run: boolean; results: { type: "expired_shares" | "orphaned_keys" | "unused_recovery_codes"; count: number; people: number; keys: number; sample: string[] } }; error: never }
  /** Get totals of users, keys and shares, activity of the last seven days, and system information. `GET /admin/dashboard` */
  getAdminDashboard: { input: Record<never, never>; answer: { counted_at: string; users: { total: number; active: number; admins: number; deactivated: number; inactive: number; recent_signups: number; recent_logins: number }; keys: { total: number; recent: number }; shares: { total: number; recent: number }; sessions: { active: number }; system: { node_version: string; framework_version: string; database_version: string; database_size: number; recovery_codes: number; unused_recovery_codes: number }; email: { failed_emails_24h: number }; health: { status: "healthy" | "warning" | "critical" | "unknown" }; maintenance: { until: string } | null }; error: never }
  /** List e-mail providers, the default one first, then by priority. `GET /admin/email/config` */
  listProviders: { input: Record<never, never>; answer: { success: boolean; providers: ({ id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "ses"; configuration: { key: string; region: string; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "smtp"; configuration: { host: string; port: number; username: string; encryption: "none" | "tls" | "ssl"; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "zoho"; configuration: { from_email: string; from_name?: string; api_endpoint?: "" | "https://api.zeptomail.com/v1.1/email" | "https://api.zeptomail.eu/v1.1/email" | "https://api.zeptomail.in/v1.1/email" | "https://api.zeptomail.com.au/v1.1/email" | "https://api.zeptomail.jp/v1.1/email" | "https://api.zeptomail.ca/v1.1/email" | "https://api.zeptomail.sa/v1.1/email" | "https://api.zeptomail.com.cn/v1.1/email" } })[]; has_sender: boolean; address: string }; error: never }
  /** Create an e-mail provider, by default active and not the default provider. `POST /admin/email/config` */
  createProvider: { input: { body: { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; provider: "ses"; configuration: { key: string; secret?: string; region: string; from_email?: "" | string; from_name?: string } } | { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; provider: "smtp"; configuration: { host: string; port: number; username: string; password?: string; encryption?: "none" | "tls" | "ssl"; from_email?: "" | string; from_name?: string } } | { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; provider: "zoho"; configuration: { api_key?: string; from_email: string; from_name?: string; api_endpoint?: "" | "https://api.zeptomail.com/v1.1/email" | "https://api.zeptomail.eu/v1.1/email" | "https://api.zeptomail.in/v1.1/email" | "https://api.zeptomail.com.au/v1.1/email" | "https://api.zeptomail.jp/v1.1/email" | "https://api.zeptomail.ca/v1.1/email" | "https://api.zeptomail.sa/v1.1/email" | "https://api.zeptomail.com.cn/v1.1/email" } } }; answer: { success: boolean; provider: { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "ses"; configuration: { key: string; region: string; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "smtp"; configuration: { host: string; port: number; username: string; encryption: "none" | "tls" | "ssl"; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "zoho"; configuration: { from_email: string; from_name?: string; api_endpoint?: "" | "https://api.zeptomail.com/v1.1/email" | "https://api.zeptomail.eu/v1.1/email" | "https://api.zeptomail.in/v1.1/email" | "https://api.zeptomail.com.au/v1.1/email" | "https://api.zeptomail.jp/v1.1/email" | "https://api.zeptomail.ca/v1.1/email" | "https://api.zeptomail.sa/v1.1/email" | "https://api.zeptomail.com.cn/v1.1/email" } }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.provider_not_found' | 'email.secret_required' | 'email.secret_required_again' }
  /** Test a configuration with a real sign-in and an e-mail to yourself. `success` tells whether it works. `POST /admin/email/config/test` */
  testProvider: { input: { body: { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; id?: string; has_secret?: unknown; has_sender?: unknown; emails_sent_today?: unknown; emails_sent_this_hour?: unknown; breaker?: unknown; last_error?: unknown; last_error_at?: unknown; created_at?: unknown; updated_at?: unknown; provider: "ses"; configuration: { key: string; secret?: string; region: string; from_email?: "" | string; from_name?: string } } | { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; id?: string; has_secret?: unknown; has_sender?: unknown; emails_sent_today?: unknown; emails_sent_this_hour?: unknown; breaker?: unknown; last_error?: unknown; last_error_at?: unknown; created_at?: unknown; updated_at?: unknown; provider: "smtp"; configuration: { host: string; port: number; username: string; password?: string; encryption?: "none" | "tls" | "ssl"; from_email?: "" | string; from_name?: string } } | { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; id?: string; has_secret?: unknown; has_sender?: unknown; emails_sent_today?: unknown; emails_sent_this_hour?: unknown; breaker?: unknown; last_error?: unknown; last_error_at?: unknown; created_at?: unknown; updated_at?: unknown; provider: "zoho"; configuration: { api_key?: string; from_email: string; from_name?: string; api_endpoint?: "" | "https://api.zeptomail.com/v1.1/email" | "https://api.zeptomail.eu/v1.1/email" | "https://api.zeptomail.in/v1.1/email" | "https://api.zeptomail.com.au/v1.1/email" | "https://api.zeptomail.jp/v1.1/email" | "https://api.zeptomail.ca/v1.1/email" | "https://api.zeptomail.sa/v1.1/email" | "https://api.zeptomail.com.cn/v1.1/email" } } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; fields?: string[] }; error: 'email.provider_kind_fixed' | 'email.provider_not_found' | 'email.secret_required' | 'email.secret_required_again' }
  /** Delete an e-mail provider and its secret. Queued e-mails move to another provider, or wait for one. `DELETE /admin/email/config/{id}` */
  deleteProvider: { input: { params: { id: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.provider_not_found' }
  /** Get an e-mail provider without its secret. `GET /admin/email/config/{id}` */
  getProvider: { input: { params: { id: string } }; answer: { success: boolean; provider: { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "ses"; configuration: { key: string; region: string; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "smtp"; configuration: { host: string; port: number; username: string; encryption: "none" | "tls" | "ssl"; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "zoho"; configuration: { from_email: string; from_name?: string; api_endpoint?: "" | "https://api.zeptomail.com/v1.1/email" | "https://api.zeptomail.eu/v1.1/email" | "https://api.zeptomail.in/v1.1/email" | "https://api.zeptomail.com.au/v1.1/email" | "https://api.zeptomail.jp/v1.1/email" | "https://api.zeptomail.ca/v1.1/email" | "https://api.zeptomail.sa/v1.1/email" | "https://api.zeptomail.com.cn/v1.1/email" } } }; error: 'email.provider_not_found' }
  /** Change an e-mail provider. An omitted secret is kept, unless host, region, endpoint or user name change. With `unchanged_since`, refused if it has changed since. `PUT /admin/email/config/{id}` */
  changeProvider: { input: { params: { id: string }; body: { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; id?: unknown; has_secret?: unknown; has_sender?: unknown; emails_sent_today?: unknown; emails_sent_this_hour?: unknown; breaker?: unknown; last_error?: unknown; last_error_at?: unknown; created_at?: unknown; updated_at?: unknown; unchanged_since?: string; provider: "ses"; configuration: { key: string; secret?: string; region: string; from_email?: "" | string; from_name?: string } } | { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; id?: unknown; has_secret?: unknown; has_sender?: unknown; emails_sent_today?: unknown; emails_sent_this_hour?: unknown; breaker?: unknown; last_error?: unknown; last_error_at?: unknown; created_at?: unknown; updated_at?: unknown; unchanged_since?: string; provider: "smtp"; configuration: { host: string; port: number; username: string; password?: string; encryption?: "none" | "tls" | "ssl"; from_email?: "" | string; from_name?: string } } | { name: string; priority: number; daily_limit?: number | null; hourly_limit?: number | null; is_active?: boolean; is_default?: boolean; id?: unknown; has_secret?: unknown; has_sender?: unknown; emails_sent_today?: unknown; emails_sent_this_hour?: unknown; breaker?: unknown; last_error?: unknown; last_error_at?: unknown; created_at?: unknown; updated_at?: unknown; unchanged_since?: string; provider: "zoho"; configuration: { api_key?: string; from_email: string; from_name?: string; api_endpoint?: "" | "https://api.zeptomail.com/v1.1/email" | "https://api.zeptomail.eu/v1.1/email" | "https://api.zeptomail.in/v1.1/email" | "https://api.zeptomail.com.au/v1.1/email" | "https://api.zeptomail.jp/v1.1/email" | "https://api.zeptomail.ca/v1.1/email" | "https://api.zeptomail.sa/v1.1/email" | "https://api.zeptomail.com.cn/v1.1/email" } } }; answer: { success: boolean; provider: { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "ses"; configuration: { key: string; region: string; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "smtp"; configuration: { host: string; port: number; username: string; encryption: "none" | "tls" | "ssl"; from_email?: "" | string; from_name?: string } } | { id: string; name: string; has_secret: boolean; priority: number; daily_limit: number | null; hourly_limit: number | null; emails_sent_today: number; emails_sent_this_hour: number; is_active: boolean; is_default: boolean; has_sender: boolean; breaker: { state: "closed" | "open" | "probing"; open_until: string | null }; last_error: string | null; last_error_at: string | null; created_at: string; updated_at: string; provider: "zoho"; configuration: { from_email: string; from_name?: string; api_endpoint?: "" | "https://api.zeptomail.com/v1.1/email" | "https://api.zeptomail.eu/v1.1/email" | "https://api.zeptomail.in/v1.1/email" | "https://api.zeptomail.com.au/v1.1/email" | "https://api.zeptomail.jp/v1.1/email" | "https://api.zeptomail.ca/v1.1/email" | "https://api.zeptomail.sa/v1.1/email" | "https://api.zeptomail.com.cn/v1.1/email" } }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.changed_meanwhile' | 'email.provider_kind_fixed' | 'email.provider_not_found' | 'email.secret_required' | 'email.secret_required_again' }
  /** List what depends on an e-mail provider, and what happens to it when the provider is deleted. `GET /admin/email/config/{id}/use` */
  getProviderUse: { input: { params: { id: string } }; answer: { success: boolean; use: { mails_waiting: number; mails_under_way: number; mappings: string[]; templates: string[]; is_default: boolean; is_last_working: boolean } }; error: 'email.provider_not_found' }
  /** List which event is sent with which template, and how many e-mails that produced. `GET /admin/email/dashboard/event-mappings` */
  listMappingsInUse: { input: Record<never, never>; answer: { success: boolean; mappings: ({ id: string; event_name: string; template: { slug: string; name: string; provider: { name: string } | null } | null; emails_sent: number; is_active: boolean })[] }; error: never }
  /** List the newest e-mails. `GET /admin/email/dashboard/recent-logs` */
  listRecentMail: { input: { query?: { limit?: number } }; answer: { success: boolean; logs: ({ id: string; subject: string; recipient_email: string; status: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; status_label: string; created_at: string })[] }; error: never }
  /** Get the state of e-mail delivery. `GET /admin/email/dashboard/statistics` */
  getEmailStatistics: { input: Record<never, never>; answer: { success: boolean; statistics: { total_emails_sent: number; success_rate: number; active_templates: number; total_templates: number; active_providers: number; total_providers: number; queue_pending: number; failed_emails_24h: number; avg_send_time: number; last_health_check: string } }; error: never }
  /** List event mappings with their conditions, and the templates and providers to choose from. `GET /admin/email/event-mappings` */
  listMappings: { input: Record<never, never>; answer: { success: boolean; mappings: ({ id: string; event_name: string; template_slug: string | null; template_name: string | null; template: { slug: string; name: string; provider_id: string | null } | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; is_active: boolean; conditions: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description: string | null; created_at: string; updated_at: string })[]; templates: ({ slug: string; name: string; category: string | null; is_active: boolean })[]; providers: ({ id: string; name: string; provider: "ses" | "smtp" | "zoho"; is_default: boolean; is_active: boolean })[] }; error: never }
  /** Map an event to a template. Older event names are resolved. `POST /admin/email/event-mappings` */
  createMapping: { input: { body: { event_name: string; template_slug: string; provider_id?: string | null; is_active?: boolean; conditions?: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description?: string | null; id?: unknown; template?: unknown; template_name?: unknown; provider?: unknown; stats?: unknown; created_at?: unknown; updated_at?: unknown } }; answer: { success: boolean; mapping: { id: string; event_name: string; template_slug: string | null; template_name: string | null; template: { slug: string; name: string; provider_id: string | null } | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; is_active: boolean; conditions: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description: string | null; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; missing_variables: string[] }; error: 'email.condition_link' | 'email.event_mapped' | 'email.event_unknown' | 'email.mapping_essential' | 'email.provider_unknown' | 'email.template_unknown' }
  /** List the events that can be sent by e-mail. `GET /admin/email/event-mappings/available/events` */
  listAvailableEvents: { input: Record<never, never>; answer: { success: boolean; events: string[]; descriptions: ({ name: string; title: string; when: string; said: { title: ({ code: string; values?: Record<string, string | number> })[]; when: ({ code: string; values?: Record<string, string | number> })[] }; audience: "user" | "address" | "administrators" | "active users" | "subscribers"; class: "security" | "account" | "optional" | "system"; category: "user" | "admin" | "system" | "security" | "other"; variables: Record<string, string | number>; is_mapped: boolean })[] }; error: never }
  /** Delete a mapping; its event is no longer sent by e-mail. `DELETE /admin/email/event-mappings/{id}` */
  removeMapping: { input: { params: { id: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.mapping_essential' | 'email.mapping_not_found' }
  /** Get a mapping with its event. `GET /admin/email/event-mappings/{id}` */
  getMapping: { input: { params: { id: string } }; answer: { success: boolean; mapping: { id: string; event_name: string; template_slug: string | null; template_name: string | null; template: { slug: string; name: string; provider_id: string | null } | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; is_active: boolean; conditions: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description: string | null; created_at: string; updated_at: string }; event: { name: string; title: string; when: string; said: { title: ({ code: string; values?: Record<string, string | number> })[]; when: ({ code: string; values?: Record<string, string | number> })[] }; audience: "user" | "address" | "administrators" | "active users" | "subscribers"; class: "security" | "account" | "optional" | "system"; category: "user" | "admin" | "system" | "security" | "other"; variables: Record<string, string | number>; is_mapped: boolean } }; error: 'email.event_unknown' | 'email.mapping_not_found' }
  /** Change some fields of a mapping. `PATCH /admin/email/event-mappings/{id}` */
  changeMappingPart: { input: { params: { id: string }; body: { template_slug?: string; provider_id?: string | null; is_active?: boolean; conditions?: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description?: string | null } }; answer: { success: boolean; mapping: { id: string; event_name: string; template_slug: string | null; template_name: string | null; template: { slug: string; name: string; provider_id: string | null } | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; is_active: boolean; conditions: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description: string | null; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; missing_variables: string[] }; error: 'email.condition_link' | 'email.event_mapped' | 'email.mapping_essential' | 'email.mapping_not_found' | 'email.provider_unknown' | 'email.template_unknown' }
  /** Replace a mapping. Omitted fields keep their value. With `unchanged_since`, refused if it has changed since. `PUT /admin/email/event-mappings/{id}` */
  changeMapping: { input: { params: { id: string }; body: { event_name: string; template_slug: string; provider_id?: string | null; is_active?: boolean; conditions?: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description?: string | null; id?: unknown; template?: unknown; template_name?: unknown; provider?: unknown; stats?: unknown; created_at?: unknown; updated_at?: unknown; unchanged_since?: string } }; answer: { success: boolean; mapping: { id: string; event_name: string; template_slug: string | null; template_name: string | null; template: { slug: string; name: string; provider_id: string | null } | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; is_active: boolean; conditions: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description: string | null; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; missing_variables: string[] }; error: 'email.changed_meanwhile' | 'email.condition_link' | 'email.event_mapped' | 'email.event_unknown' | 'email.mapping_essential' | 'email.mapping_not_found' | 'email.provider_unknown' | 'email.template_unknown' }
  /** Explain what happened to an event: each recipient with every check that was made. `GET /admin/email/event-mappings/{id}/decisions` */
  listMappingDecisions: { input: { params: { id: string }; query?: { page?: number; outcome?: "sent" | "not_sent" } }; answer: { success: boolean; decisions: { data: ({ id: string; event_id: string; recipient_email: string; outcome: "sent" | "not_sent"; reason: string; trace: ({ check: "mapping" | "template" | "enabled" | "when" | "recipient" | "preference" | "suppression" | "cooldown" | "quiet_hours"; passed: boolean; detail: string })[]; email_log_id: string | null; decided_at: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number } }; error: 'email.mapping_not_found' }
  /** Send a test e-mail of this event with sample values, to yourself or the given address. `POST /admin/email/event-mappings/{id}/test` */
  testMapping: { input: { params: { id: string }; body: { test_email?: string; send_method?: "sync" | "queue"; data?: Record<string, string | number | boolean>; language?: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; provider: string | null; status: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; send_method: "sync" | "queue"; email_log_id: string }; error: 'email.log_not_found' | 'email.mapping_not_found' | 'email.no_provider' | 'email.template_missing' | 'email.template_not_found' | 'email.template_unsound' | 'email.translation_not_found' }
  /** Switch a mapping on or off. `PATCH /admin/email/event-mappings/{id}/toggle` */
  toggleMapping: { input: { params: { id: string } }; answer: { success: boolean; mapping: { id: string; event_name: string; template_slug: string | null; template_name: string | null; template: { slug: string; name: string; provider_id: string | null } | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; is_active: boolean; conditions: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description: string | null; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.condition_link' | 'email.event_mapped' | 'email.mapping_essential' | 'email.mapping_not_found' | 'email.provider_unknown' | 'email.template_unknown' }
  /** Send a test e-mail of a mapping (alias). `POST /admin/email/events/{id}/test` */
  testEvent: { input: { params: { id: string }; body: { test_email?: string; send_method?: "sync" | "queue"; data?: Record<string, string | number | boolean>; language?: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; provider: string | null; status: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; send_method: "sync" | "queue"; email_log_id: string }; error: 'email.log_not_found' | 'email.mapping_not_found' | 'email.no_provider' | 'email.template_missing' | 'email.template_not_found' | 'email.template_unsound' | 'email.translation_not_found' }
  /** Simulate an event for a person at a given time: every check with its verdict, and the e-mail itself. Nothing is sent. `POST /admin/email/explain` */
  explainMail: { input: { body: { event_name: string; email: string; at?: string; data?: Record<string, string | number | boolean> } }; answer: { success: boolean; is_sent: boolean; reason: string; trace: ({ check: "mapping" | "template" | "enabled" | "when" | "recipient" | "preference" | "suppression" | "cooldown" | "quiet_hours"; passed: boolean; detail: string })[]; mapping: { id: string; event_name: string; template_slug: string | null; template_name: string | null; template: { slug: string; name: string; provider_id: string | null } | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; is_active: boolean; conditions: { enabled?: boolean; cooldown?: number; when?: Record<string, string | number | boolean | (string | number | boolean)[]>; quiet_hours?: { from: string; to: string; time_zone: string } }; description: string | null; created_at: string; updated_at: string } | null; recipient: { email: string; name: string | null; is_known: boolean }; providers: ({ id: string; name: string; provider: "ses" | "smtp" | "zoho"; state: "chosen" | "in reserve" | "open" | "hour full" | "day full" | "no sender" | "inactive"; detail: string })[]; waits_until: string | null; mail: { subject: string; html_content: string; text_content: string; preview_url: string; language: string } | null }; error: 'email.event_unknown' | 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' | 'email.translation_not_found' }
  /** List e-mails held back by a restore until an administrator decides, oldest first. `GET /admin/email/held` */
  listHeldMail: { input: { query?: { page?: number } }; answer: { mails: { data: ({ id: string; recipient_email: string; subject: string; template_name: string | null; created_at: string; has_void_link: boolean })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; with_void_link: number; as_of: string }; error: never }
  /** Discard held e-mails. `POST /admin/email/held/discard` */
  discardHeldMail: { input: { body: { ids?: string[]; until?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; count: number }; error: never }
  /** Send held e-mails. `POST /admin/email/held/release` */
  releaseHeldMail: { input: { body: { ids?: string[]; until?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; count: number }; error: never }
  /** List e-mails by status, provider, category, recipient, subject, days and request, newest first. `GET /admin/email/logs` */
  listMailLogs: { input: { query?: { status?: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; provider?: "ses" | "smtp" | "zoho"; category?: "system" | "notification" | "marketing" | "security" | "admin" | "test"; recipient_email?: string; subject?: string; from?: string; to?: string; request?: string; page?: number } }; answer: { success: boolean; logs: { data: ({ id: string; status: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; status_label: string; recipient_email: string; recipient_name: string | null; user: { id: string; name: string } | null; subject: string; template: { slug: string; name: string } | null; category: string; event_name: string | null; attempts: number; provider: "ses" | "smtp" | "zoho" | null; provider_name: string | null; message_id: string; provider_message_id: string | null; provider_response: string | null; waiting_reason: string | null; error_message: string | null; created_at: string; sent_at: string | null; delivered_at: string | null; opened_at: string | null; clicked_at: string | null; bounced_at: string | null; complained_at: string | null; failed_at: string | null })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number } }; error: never }
  /** Export the filtered e-mail log as CSV. What a spreadsheet would read as a formula has an apostrophe before it. `POST /admin/email/logs/export` */
  exportMailLogs: { input: { query?: { status?: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; provider?: "ses" | "smtp" | "zoho"; category?: "system" | "notification" | "marketing" | "security" | "admin" | "test"; recipient_email?: string; subject?: string; from?: string; to?: string; request?: string } }; answer: Response; error: never }
  /** Resend failed or bounced e-mails as new ones, one a second; each succeeds or fails separately. `POST /admin/email/logs/resend` */
  resendMails: { input: { body: { ids: string[] } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; results: ({ id: string; recipient_email: string; subject: string; ok: boolean; email_log_id: string | null; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } })[] }; error: never }
  /** Say how many of these e-mails can be resent, and why others cannot, as far as it can be told before. `POST /admin/email/logs/resend/check` */
  checkResending: { input: { body: { ids: string[] } }; answer: { ready: number; left_out: ({ id: string; recipient_email: string; subject: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } })[] }; error: never }
  /** Get an e-mail: its content without one-time links, every delivery attempt, and why it was sent. `GET /admin/email/logs/{id}` */
  getMailLog: { input: { params: { id: string } }; answer: { success: boolean; log: { id: string; status: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; status_label: string; recipient_email: string; recipient_name: string | null; user: { id: string; name: string } | null; subject: string; template: { slug: string; name: string; is_deleted: boolean } | null; category: string; event_name: string | null; attempts: number; provider: "ses" | "smtp" | "zoho" | null; provider_name: string | null; message_id: string; provider_message_id: string | null; provider_response: string | null; waiting_reason: string | null; error_message: string | null; created_at: string; sent_at: string | null; delivered_at: string | null; opened_at: string | null; clicked_at: string | null; bounced_at: string | null; complained_at: string | null; failed_at: string | null; html_content: string | null; text_content: string | null; preview_url: string | null; resolution: { as: "delivered" | "sent_again"; at: string } | null; request_id: string | null; attempt_log: ({ number: number; provider_name: string; outcome: "accepted" | "refused" | "provider_failed" | "deferred" | "unknown" | "interrupted"; code: string | null; detail: string | null; started_at: string; finished_at: string | null })[]; decision: { reason: string; decided_at: string; trace: ({ check: "mapping" | "template" | "enabled" | "when" | "recipient" | "preference" | "suppression" | "cooldown" | "quiet_hours"; passed: boolean; detail: string })[] } | null } }; error: 'email.log_not_found' }
  /** Resend a failed or bounced e-mail as a new one. `POST /admin/email/logs/{id}/resend` */
  resendMail: { input: { params: { id: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; email_log_id: string }; error: 'email.already_resent' | 'email.content_gone' | 'email.link_not_kept' | 'email.log_not_found' | 'email.not_resendable' | 'email.template_missing' | 'email.template_unsound' }
  /** Resolve an e-mail with an unknown outcome, once: delivered, or sent again with a new one-time link. `POST /admin/email/logs/{id}/resolve` */
  resolveMail: { input: { params: { id: string }; body: { as: "delivered" | "sent_again" } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; email_log_id: string | null }; error: 'email.already_resent' | 'email.already_resolved' | 'email.content_gone' | 'email.link_not_kept' | 'email.log_not_found' | 'email.outcome_known' | 'email.template_missing' | 'email.template_unsound' }
  /** Get the e-mail settings: look, sender and retention. `GET /admin/email/settings` */
  getEmailSettings: { input: Record<never, never>; answer: { success: boolean; settings: { default_theme: string; auto_apply_to_new_templates: boolean; auto_apply_to_existing_templates: boolean; override_existing_themes: boolean; default_category: "" | "system" | "notification" | "marketing" | "security" | "admin"; default_is_active: boolean; sender: { from_email: "" | string; from_name: string; reply_to: "" | string }; track_opens_and_clicks: boolean; retention_days: number; body_retention_days: number } }; error: never }
  /** Replace the e-mail settings; with `auto_apply_to_existing_templates` the default theme is applied as well. Omitted fields get their default. `PUT /admin/email/settings` */
  changeEmailSettings: { input: { body: { default_theme?: string; auto_apply_to_new_templates?: boolean; auto_apply_to_existing_templates?: boolean; override_existing_themes?: boolean; default_category?: "" | "system" | "notification" | "marketing" | "security" | "admin"; default_is_active?: boolean; sender?: { from_email?: "" | string; from_name?: string; reply_to?: "" | string }; track_opens_and_clicks?: boolean; retention_days?: number; body_retention_days?: number } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; settings: { default_theme: string; auto_apply_to_new_templates: boolean; auto_apply_to_existing_templates: boolean; override_existing_themes: boolean; default_category: "" | "system" | "notification" | "marketing" | "security" | "admin"; default_is_active: boolean; sender: { from_email: "" | string; from_name: string; reply_to: "" | string }; track_opens_and_clicks: boolean; retention_days: number; body_retention_days: number }; application: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; applied: number; failed: number; failures: { template: string; reason: string }[]; undo_id: string | null } | null }; error: 'email.retention_order' | 'email.theme_not_found' }
  /** Apply a theme to templates without one, or with `override_existing_themes` to all of them. `POST /admin/email/settings/apply-theme` */
  applyThemeToAll: { input: { body: { theme?: string; override_existing_themes?: boolean } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; applied: number; failed: number; failures: { template: string; reason: string }[]; undo_id: string | null }; error: 'email.theme_not_found' }
  /** Restore the previous themes of templates, unless they have changed since. `POST /admin/email/settings/apply-theme/{id}/undo` */
  undoThemeForAll: { input: { params: { id: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; restored: number }; error: 'email.application_not_found' | 'email.application_undone' }
  /** List suppressed addresses by address and reason, newest first. `GET /admin/email/suppressions` */
  listSuppressions: { input: { query?: { search?: string; reason?: "bounce" | "complaint" | "manual" | "unsubscribe"; page?: number } }; answer: { success: boolean; suppressions: { data: ({ id: string; email: string; reason: "bounce" | "complaint" | "manual" | "unsubscribe"; detail: string | null; log_id: string | null; created_by: { id: string; name: string } | null; complained_at: string | null; created_at: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number } }; error: never }
  /** Suppress an address. `POST /admin/email/suppressions` */
  addSuppression: { input: { body: { email: string; detail?: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; suppression: { id: string; email: string; reason: "bounce" | "complaint" | "manual" | "unsubscribe"; detail: string | null; log_id: string | null; created_by: { id: string; name: string } | null; complained_at: string | null; created_at: string } }; error: 'email.already_suppressed' }
  /** Export the filtered suppression list as CSV. What a spreadsheet would read as a formula has an apostrophe before it. `POST /admin/email/suppressions/export` */
  exportSuppressions: { input: { query?: { search?: string; reason?: "bounce" | "complaint" | "manual" | "unsubscribe" } }; answer: Response; error: never }
  /** Suppress addresses of another system, each for the reason it has there. Known addresses stay as they are. `POST /admin/email/suppressions/import` */
  importSuppressions: { input: { body: { entries: ({ email: string; reason: "bounce" | "complaint" | "manual" | "unsubscribe"; detail?: string; since?: string })[] } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; added: number; known: number }; error: never }
  /** Remove an address from the suppression list. One whose recipient also complained stays on it for that, as an entry of its own. `DELETE /admin/email/suppressions/{id}` */
  removeSuppression: { input: { params: { id: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.suppression_not_found' }
  /** List templates with their figures and mapped events. `GET /admin/email/templates` */
  listTemplates: { input: { query?: { active_only?: string } }; answer: { success: boolean; data: ({ id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string })[]; templates: ({ id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string })[]; categories: Record<string, string>; event_mappings: ({ id: string; event_name: string; template_slug: string | null; is_active: boolean })[]; statistics: { total_templates: number; active_templates: number; system_templates: number; custom_templates: number } }; error: never }
  /** Create a template. Its slug is derived from its name. `POST /admin/email/templates` */
  createTemplate: { input: { body: { name: string; category: "system" | "notification" | "marketing" | "security" | "admin" | "test"; subject: string; description?: string | null; html_content: string; text_content?: string | null; is_active?: boolean; theme_slug?: "" | string | null; provider_id?: string | null } }; answer: { success: boolean; template: { id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; warnings: ({ severity: "error" | "warning"; kind: "syntax" | "not_available" | "unknown_variable" | "limit" | "link" | "empty_link" | "text_part" | "contrast" | "outlook" | "gmail" | "dark_mode" | "size" | "alt_text"; field: "subject" | "html_content" | "text_content"; message: string; line: number; column: number })[] }; error: 'email.provider_unknown' | 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' }
  /** Check a template for problems, and for what some mail programs do not support. `POST /admin/email/templates/check` */
  checkDraft: { input: { body: { subject: string; html_content: string; text_content?: string | null; theme?: "" | string | null; template?: string } }; answer: { success: boolean; problems: ({ severity: "error" | "warning"; kind: "syntax" | "not_available" | "unknown_variable" | "limit" | "link" | "empty_link" | "text_part" | "contrast" | "outlook" | "gmail" | "dark_mode" | "size" | "alt_text"; field: "subject" | "html_content" | "text_content"; message: string; line: number; column: number })[]; variables: Record<string, string> }; error: 'email.template_not_found' | 'email.theme_not_found' }
  /** Render an unsaved template and report its problems. `POST /admin/email/templates/preview` */
  previewDraft: { input: { body: { subject: string; html_content: string; text_content?: string | null; theme?: "" | string | null; data?: Record<string, string | number | boolean>; template?: string; language?: string } }; answer: { success: boolean; preview: { subject: string; html_content: string; text_content: string }; data: Record<string, string | number | boolean>; preview_url: string; problems: ({ severity: "error" | "warning"; kind: "syntax" | "not_available" | "unknown_variable" | "limit" | "link" | "empty_link" | "text_part" | "contrast" | "outlook" | "gmail" | "dark_mode" | "size" | "alt_text"; field: "subject" | "html_content" | "text_content"; message: string; line: number; column: number })[] }; error: 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' }
  /** Count templates. `GET /admin/email/templates/statistics` */
  getTemplateStatistics: { input: Record<never, never>; answer: { success: boolean; statistics: { total_templates: number; active_templates: number; system_templates: number; custom_templates: number } }; error: never }
  /** List themes by slug, for pickers. `GET /admin/email/templates/themes` */
  listTemplateThemes: { input: Record<never, never>; answer: { success: boolean; themes: Record<string, { name: string; description: string | null; primary_color: string; secondary_color: string; accent_color: string; background: string }> }; error: never }
  /** Delete a custom template. Events mapped to it are no longer sent. `DELETE /admin/email/templates/{id}` */
  removeTemplate: { input: { params: { id: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.template_needed' | 'email.template_not_found' | 'email.template_system' }
  /** Get a template by its id or slug. `GET /admin/email/templates/{id}` */
  getTemplate: { input: { params: { id: string } }; answer: { success: boolean; template: { id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string } }; error: 'email.template_not_found' }
  /** Switch a template on or off, or change its category or provider. Omitted fields keep their value. `PATCH /admin/email/templates/{id}` */
  changeTemplatePart: { input: { params: { id: string }; body: { category?: "system" | "notification" | "marketing" | "security" | "admin" | "test"; is_active?: boolean; provider_id?: string | null } }; answer: { success: boolean; template: { id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; warnings: ({ severity: "error" | "warning"; kind: "syntax" | "not_available" | "unknown_variable" | "limit" | "link" | "empty_link" | "text_part" | "contrast" | "outlook" | "gmail" | "dark_mode" | "size" | "alt_text"; field: "subject" | "html_content" | "text_content"; message: string; line: number; column: number })[] }; error: 'email.provider_unknown' | 'email.template_changed' | 'email.template_essential' | 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' }
  /** Replace a template. With `version`, refused if it has changed since. `PUT /admin/email/templates/{id}` */
  changeTemplate: { input: { params: { id: string }; body: { name: string; category: "system" | "notification" | "marketing" | "security" | "admin" | "test"; subject: string; description?: string | null; html_content: string; text_content?: string | null; is_active: boolean; theme_slug?: "" | string | null; provider_id?: string | null; version?: number; id?: unknown; slug?: unknown; category_label?: unknown; is_system?: unknown; is_essential?: unknown; variables?: unknown; provider?: unknown; events?: unknown; languages?: unknown; stats?: unknown; created_at?: unknown; updated_at?: unknown } }; answer: { success: boolean; template: { id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; warnings: ({ severity: "error" | "warning"; kind: "syntax" | "not_available" | "unknown_variable" | "limit" | "link" | "empty_link" | "text_part" | "contrast" | "outlook" | "gmail" | "dark_mode" | "size" | "alt_text"; field: "subject" | "html_content" | "text_content"; message: string; line: number; column: number })[] }; error: 'email.provider_unknown' | 'email.template_changed' | 'email.template_essential' | 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' }
  /** Apply a theme to a template, or remove it. With `update_template: false` only preview it. `POST /admin/email/templates/{id}/apply-theme` */
  applyTemplateTheme: { input: { params: { id: string }; body: { theme: "" | string | null; update_template?: boolean; force_system_edit?: boolean } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; theme_info: { name: string; slug: string | null }; updated_template: { subject: string; html_content: string; text_content: string }; previous_theme: string | null }; error: 'email.provider_unknown' | 'email.template_changed' | 'email.template_essential' | 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' }
  /** Duplicate a template as an inactive copy. `POST /admin/email/templates/{id}/duplicate` */
  duplicateTemplate: { input: { params: { id: string } }; answer: { success: boolean; template: { id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.template_not_found' }
  /** Change one field of a template. With `version`, refused if it has changed since. `PATCH /admin/email/templates/{id}/field` */
  changeTemplateField: { input: { params: { id: string }; body: { field: "description" | "subject" | "html_content" | "text_content"; value: string; version?: number } }; answer: { success: boolean; template: { id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; warnings: ({ severity: "error" | "warning"; kind: "syntax" | "not_available" | "unknown_variable" | "limit" | "link" | "empty_link" | "text_part" | "contrast" | "outlook" | "gmail" | "dark_mode" | "size" | "alt_text"; field: "subject" | "html_content" | "text_content"; message: string; line: number; column: number })[] }; error: 'email.content_missing' | 'email.content_too_long' | 'email.provider_unknown' | 'email.template_changed' | 'email.template_essential' | 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' }
  /** List the newest e-mails of a template, with its figures. `GET /admin/email/templates/{id}/logs` */
  listTemplateLogs: { input: { params: { id: string }; query?: { status?: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; provider?: "ses" | "smtp" | "zoho"; limit?: number } }; answer: { success: boolean; logs: { data: ({ id: string; status: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; status_label: string; recipient_email: string; recipient_name: string | null; user: { id: string; name: string } | null; subject: string; template: { slug: string; name: string } | null; category: string; event_name: string | null; attempts: number; provider: "ses" | "smtp" | "zoho" | null; provider_name: string | null; message_id: string; provider_message_id: string | null; provider_response: string | null; waiting_reason: string | null; error_message: string | null; created_at: string; sent_at: string | null; delivered_at: string | null; opened_at: string | null; clicked_at: string | null; bounced_at: string | null; complained_at: string | null; failed_at: string | null })[] }; summary: { total_logs: number; success_rate: number; status_counts: Record<string, number> }; filters: { providers: Record<string, string> } }; error: 'email.template_not_found' }
  /** Render an e-mail of this template with sample values, optionally in another theme or language. `POST /admin/email/templates/{id}/preview` */
  previewTemplate: { input: { params: { id: string }; body: { theme?: "" | string | null; data?: Record<string, string | number | boolean>; language?: string } }; answer: { success: boolean; preview: { subject: string; html_content: string; text_content: string }; data: Record<string, string | number | boolean>; preview_url: string }; error: 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' | 'email.translation_not_found' }
  /** Send a test e-mail of this template with sample values. `sync` answers with the outcome, `queue` at once. `POST /admin/email/templates/{id}/test` */
  testTemplate: { input: { params: { id: string }; body: { test_email: string; send_method?: "sync" | "queue"; data?: Record<string, string | number | boolean>; language?: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; provider: string | null; status: "pending" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "complained" | "failed" | "unknown"; send_method: "sync" | "queue"; email_log_id: string }; error: 'email.log_not_found' | 'email.no_provider' | 'email.template_not_found' | 'email.template_unsound' | 'email.translation_not_found' }
  /** List the translations of a template. An e-mail uses its recipient’s language where a translation exists. `GET /admin/email/templates/{id}/translations` */
  listTemplateTranslations: { input: { params: { id: string } }; answer: { success: boolean; translations: ({ language: string; subject: string; html_content: string; text_content: string | null; updated_by: string | null; updated_at: string; is_outdated: boolean })[] }; error: 'email.template_not_found' }
  /** Delete a translation; its readers get the original template. `DELETE /admin/email/templates/{id}/translations/{language}` */
  removeTemplateTranslation: { input: { params: { id: string; language: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.template_not_found' | 'email.translation_not_found' }
  /** Write a translation of a template. With `updated_at`, refused if it has changed since. `PUT /admin/email/templates/{id}/translations/{language}` */
  putTemplateTranslation: { input: { params: { id: string; language: string }; body: { subject: string; html_content: string; text_content?: string | null; updated_at?: string | null } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; translation: { language: string; subject: string; html_content: string; text_content: string | null; updated_by: string | null; updated_at: string; is_outdated: boolean }; warnings: ({ severity: "error" | "warning"; kind: "syntax" | "not_available" | "unknown_variable" | "limit" | "link" | "empty_link" | "text_part" | "contrast" | "outlook" | "gmail" | "dark_mode" | "size" | "alt_text"; field: "subject" | "html_content" | "text_content"; message: string; line: number; column: number })[] }; error: 'email.template_changed' | 'email.template_not_found' | 'email.template_unsound' | 'email.translation_not_found' }
  /** List the versions of a template with author and changes, newest first. `GET /admin/email/templates/{id}/versions` */
  listTemplateVersions: { input: { params: { id: string } }; answer: { success: boolean; versions: ({ number: number; changes: string[]; changed_by: { id: string; name: string } | null; created_at: string; is_current: boolean })[] }; error: 'email.template_not_found' }
  /** Compare a version of a template line by line with the current one or with `against`. `GET /admin/email/templates/{id}/versions/{number}` */
  getTemplateVersion: { input: { params: { id: string; number: number }; query?: { against?: number } }; answer: { success: boolean; version: { number: number; changes: string[]; changed_by: { id: string; name: string } | null; created_at: string; is_current: boolean; subject: string; html_content: string; text_content: string | null; name: string; description: string | null; theme_slug: string | null }; differences: Record<string, ({ kind: "same" | "added" | "removed"; text: string; old_line: number | null; new_line: number | null })[]> }; error: 'email.template_not_found' | 'email.version_not_found' }
  /** Restore a version of a template as a new version. `POST /admin/email/templates/{id}/versions/{number}/restore` */
  restoreTemplateVersion: { input: { params: { id: string; number: number } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; template: { id: string; slug: string; name: string; category: string; category_label: string; subject: string; description: string | null; html_content: string; text_content: string | null; is_active: boolean; is_system: boolean; is_essential: boolean; variables: Record<string, string>; theme_slug: string | null; provider_id: string | null; provider: { name: string; provider: "ses" | "smtp" | "zoho" } | null; events: string[]; languages: string[]; stats: { total_sent: number; success_rate: number }; version: number; created_at: string; updated_at: string } }; error: 'email.provider_unknown' | 'email.template_changed' | 'email.template_essential' | 'email.template_not_found' | 'email.template_unsound' | 'email.theme_not_found' | 'email.version_not_found' }
  /** List color schemes and typography presets to start a theme from. `GET /admin/email/theme-presets` */
  listThemePresets: { input: Record<never, never>; answer: { success: boolean; presets: { color_schemes: Record<string, Record<string, string>>; typography: Record<string, Record<string, string | number>> } }; error: never }
  /** List themes by name, type and layout, sorted and paged. `GET /admin/email/themes` */
  listThemes: { input: { query?: { page?: number; search?: string; type?: "all" | "system" | "custom" | "public"; layout?: "all" | "standard" | "newsletter" | "card" | "minimal" | "magazine"; sortBy?: "created_at" | "name" | "layout_type" } }; answer: { success: boolean; themes: { data: ({ id: string; slug: string; is_system: boolean; creator: { id: string; name: string } | null; templates_count: number; created_at: string; updated_at: string; name: string; description: string | null; is_public: boolean; layout_type: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color: string; secondary_color: string; accent_color: string; background_color: string; card_background: string; text_color: string; heading_color: string; link_color: string; border_color: string; font_family: string; heading_font: string; font_size: number; line_height: number; container_width: number; border_radius: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding: number; header_padding: number; footer_padding: number; show_header: boolean; header_style: "gradient" | "solid" | "minimal"; header_alignment: "left" | "center" | "right"; logo_size: number; show_footer: boolean; footer_style: "standard"; show_unsubscribe: boolean; show_social_links: boolean; button_style: "rounded" | "square" | "pill"; button_color: string; button_text_color: string; button_padding_x: number; button_padding_y: number; use_shadows: boolean; use_gradients: boolean; shadow_intensity: "light" | "medium" | "heavy"; custom_css: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number } }; error: never }
  /** Create a theme. `POST /admin/email/themes` */
  createTheme: { input: { body: { name: string; description?: string | null; is_public?: boolean; layout_type?: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color?: string; secondary_color?: string; accent_color?: string; background_color?: string; card_background?: string; text_color?: string; heading_color?: string; link_color?: string; border_color?: string; font_family?: string; heading_font?: string; font_size?: number; line_height?: number; container_width?: number; border_radius?: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding?: number; header_padding?: number; footer_padding?: number; show_header?: boolean; header_style?: "gradient" | "solid" | "minimal"; header_alignment?: "left" | "center" | "right"; logo_size?: number; show_footer?: boolean; footer_style?: "standard"; show_unsubscribe?: boolean; show_social_links?: boolean; button_style?: "rounded" | "square" | "pill"; button_color?: string; button_text_color?: string; button_padding_x?: number; button_padding_y?: number; use_shadows?: boolean; use_gradients?: boolean; shadow_intensity?: "light" | "medium" | "heavy"; custom_css?: string } }; answer: { success: boolean; theme: { id: string; slug: string; is_system: boolean; creator: { id: string; name: string } | null; templates_count: number; created_at: string; updated_at: string; name: string; description: string | null; is_public: boolean; layout_type: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color: string; secondary_color: string; accent_color: string; background_color: string; card_background: string; text_color: string; heading_color: string; link_color: string; border_color: string; font_family: string; heading_font: string; font_size: number; line_height: number; container_width: number; border_radius: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding: number; header_padding: number; footer_padding: number; show_header: boolean; header_style: "gradient" | "solid" | "minimal"; header_alignment: "left" | "center" | "right"; logo_size: number; show_footer: boolean; footer_style: "standard"; show_unsubscribe: boolean; show_social_links: boolean; button_style: "rounded" | "square" | "pill"; button_color: string; button_text_color: string; button_padding_x: number; button_padding_y: number; use_shadows: boolean; use_gradients: boolean; shadow_intensity: "light" | "medium" | "heavy"; custom_css: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; warnings: { field: string; against: string; ratio: number; wanted: number; message: string }[] }; error: 'email.css_refused' | 'email.theme_missing' }
  /** Restore the system themes to their original state. `POST /admin/email/themes/initialize-system` */
  initializeSystemThemes: { input: Record<never, never>; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: never }
  /** Render an e-mail in an unsaved theme. `POST /admin/email/themes/preview` */
  previewDesign: { input: { body: { template?: string; design: { layout_type?: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color?: string; secondary_color?: string; accent_color?: string; background_color?: string; card_background?: string; text_color?: string; heading_color?: string; link_color?: string; border_color?: string; font_family?: string; heading_font?: string; font_size?: number; line_height?: number; container_width?: number; border_radius?: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding?: number; header_padding?: number; footer_padding?: number; show_header?: boolean; header_style?: "gradient" | "solid" | "minimal"; header_alignment?: "left" | "center" | "right"; logo_size?: number; show_footer?: boolean; footer_style?: "standard"; show_unsubscribe?: boolean; show_social_links?: boolean; button_style?: "rounded" | "square" | "pill"; button_color?: string; button_text_color?: string; button_padding_x?: number; button_padding_y?: number; use_shadows?: boolean; use_gradients?: boolean; shadow_intensity?: "light" | "medium" | "heavy"; custom_css?: string } } }; answer: { success: boolean; html: string; preview_url: string; warnings: { field: string; against: string; ratio: number; wanted: number; message: string }[]; css_problems: { message: string; line: number; column: number }[] }; error: 'email.template_not_found' | 'email.template_unsound' }
  /** Delete a custom theme. Templates that use it are left without a theme. `DELETE /admin/email/themes/{slug}` */
  removeTheme: { input: { params: { slug: string } }; answer: { success: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.theme_missing' | 'email.theme_system' }
  /** Get a theme. `GET /admin/email/themes/{slug}` */
  getTheme: { input: { params: { slug: string } }; answer: { success: boolean; theme: { id: string; slug: string; is_system: boolean; creator: { id: string; name: string } | null; templates_count: number; created_at: string; updated_at: string; name: string; description: string | null; is_public: boolean; layout_type: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color: string; secondary_color: string; accent_color: string; background_color: string; card_background: string; text_color: string; heading_color: string; link_color: string; border_color: string; font_family: string; heading_font: string; font_size: number; line_height: number; container_width: number; border_radius: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding: number; header_padding: number; footer_padding: number; show_header: boolean; header_style: "gradient" | "solid" | "minimal"; header_alignment: "left" | "center" | "right"; logo_size: number; show_footer: boolean; footer_style: "standard"; show_unsubscribe: boolean; show_social_links: boolean; button_style: "rounded" | "square" | "pill"; button_color: string; button_text_color: string; button_padding_x: number; button_padding_y: number; use_shadows: boolean; use_gradients: boolean; shadow_intensity: "light" | "medium" | "heavy"; custom_css: string } }; error: 'email.theme_missing' }
  /** Change a custom theme. It applies from the next e-mail on. With `unchanged_since`, refused if it has changed since. `PUT /admin/email/themes/{slug}` */
  changeTheme: { input: { params: { slug: string }; body: { name: string; description?: string | null; is_public?: boolean; layout_type?: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color?: string; secondary_color?: string; accent_color?: string; background_color?: string; card_background?: string; text_color?: string; heading_color?: string; link_color?: string; border_color?: string; font_family?: string; heading_font?: string; font_size?: number; line_height?: number; container_width?: number; border_radius?: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding?: number; header_padding?: number; footer_padding?: number; show_header?: boolean; header_style?: "gradient" | "solid" | "minimal"; header_alignment?: "left" | "center" | "right"; logo_size?: number; show_footer?: boolean; footer_style?: "standard"; show_unsubscribe?: boolean; show_social_links?: boolean; button_style?: "rounded" | "square" | "pill"; button_color?: string; button_text_color?: string; button_padding_x?: number; button_padding_y?: number; use_shadows?: boolean; use_gradients?: boolean; shadow_intensity?: "light" | "medium" | "heavy"; custom_css?: string; id?: unknown; slug?: unknown; is_system?: unknown; creator?: unknown; templates_count?: unknown; created_at?: unknown; updated_at?: unknown; unchanged_since?: string } }; answer: { success: boolean; theme: { id: string; slug: string; is_system: boolean; creator: { id: string; name: string } | null; templates_count: number; created_at: string; updated_at: string; name: string; description: string | null; is_public: boolean; layout_type: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color: string; secondary_color: string; accent_color: string; background_color: string; card_background: string; text_color: string; heading_color: string; link_color: string; border_color: string; font_family: string; heading_font: string; font_size: number; line_height: number; container_width: number; border_radius: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding: number; header_padding: number; footer_padding: number; show_header: boolean; header_style: "gradient" | "solid" | "minimal"; header_alignment: "left" | "center" | "right"; logo_size: number; show_footer: boolean; footer_style: "standard"; show_unsubscribe: boolean; show_social_links: boolean; button_style: "rounded" | "square" | "pill"; button_color: string; button_text_color: string; button_padding_x: number; button_padding_y: number; use_shadows: boolean; use_gradients: boolean; shadow_intensity: "light" | "medium" | "heavy"; custom_css: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; warnings: { field: string; against: string; ratio: number; wanted: number; message: string }[] }; error: 'email.changed_meanwhile' | 'email.css_refused' | 'email.theme_missing' | 'email.theme_system' }
  /** Duplicate a theme as an editable copy. `POST /admin/email/themes/{slug}/duplicate` */
  duplicateTheme: { input: { params: { slug: string } }; answer: { success: boolean; theme: { id: string; slug: string; is_system: boolean; creator: { id: string; name: string } | null; templates_count: number; created_at: string; updated_at: string; name: string; description: string | null; is_public: boolean; layout_type: "standard" | "newsletter" | "card" | "minimal" | "magazine"; primary_color: string; secondary_color: string; accent_color: string; background_color: string; card_background: string; text_color: string; heading_color: string; link_color: string; border_color: string; font_family: string; heading_font: string; font_size: number; line_height: number; container_width: number; border_radius: "0px" | "4px" | "8px" | "12px" | "16px" | "20px"; padding: number; header_padding: number; footer_padding: number; show_header: boolean; header_style: "gradient" | "solid" | "minimal"; header_alignment: "left" | "center" | "right"; logo_size: number; show_footer: boolean; footer_style: "standard"; show_unsubscribe: boolean; show_social_links: boolean; button_style: "rounded" | "square" | "pill"; button_color: string; button_text_color: string; button_padding_x: number; button_padding_y: number; use_shadows: boolean; use_gradients: boolean; shadow_intensity: "light" | "medium" | "heavy"; custom_css: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'email.theme_missing' }
  /** Render an e-mail in a theme. `POST /admin/email/themes/{slug}/preview` */
  previewTheme: { input: { params: { slug: string }; body: { template?: string } }; answer: { success: boolean; html: string; preview_url: string; warnings: { field: string; against: string; ratio: number; wanted: number; message: string }[] }; error: 'email.template_not_found' | 'email.template_unsound' | 'email.theme_missing' }
  /** List the steps of setting up and which are done, derived from the current state. `GET /admin/first-steps` */
  getFirstSteps: { input: Record<never, never>; answer: { steps: ({ name: "vault" | "https" | "passkey" | "key" | "invite" | "mail" | "backup"; done: boolean; since: string | null })[] }; error: never }
  /** List leaver plans, newest first. `GET /admin/leavers` */
  listLeavers: { input: { query?: { state?: "open" | "closed"; page?: number } }; answer: { data: ({ user: { id: string; name: string | null; is_deleted: boolean }; opened_at: string; opened_by: { id: string; name: string } | null; reason: string; state: "open" | "done" | "reactivated"; closed_at: string | null; owned: { done: number; total: number }; rotate: { done: number; total: number }; safe: number })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** List changes to the e-mail path that no second administrator has approved, newest first. While there are none, links prove an address. `GET /admin/mail-path` */
  getMailPath: { input: Record<never, never>; answer: { changes: ({ id: string; kind: "restored" | "address_changed" | "password_set" | "reset_link_handed_over" | "pin_set" | "factors_removed" | "provider" | "sender" | "template" | "theme" | "mapping" | "app_address"; what: string | null; by: string | null; happened_at: string; counts_until: string | null; cannot_approve: "own" | "subject" | "made_by_asker" | "closed" | "no_factor" | null; cannot_approve_until: string | null })[] }; error: never }
  /** Approve changes to the e-mail path made by another administrator; links count as proof again at once. `POST /admin/mail-path/approve` */
  approveMailPath: { input: { body: { ids: string[] } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; approved: number }; error: 'auth.no_longer_administrator' | 'keys.secrets_closed' | 'requests.made_by_asker' | 'requests.no_factor' | 'requests.own' | 'requests.subject' }
  /** List notifications for administrators, newest first, and count the unread ones. `GET /admin/notifications` */
  listNotifications: { input: { query?: { page?: number } }; answer: { notifications: ({ id: string; type: "alert" | "info" | "success"; title: string; message: string; said: { title: ({ code: string; values?: Record<string, string | number> })[]; message: ({ code: string; values?: Record<string, string | number> })[] } | null; link: string | null; read: boolean; created_at: string })[]; unread_count: number; alert_count: number; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** Mark all notifications as read for this administrator. `POST /admin/notifications/mark-all-read` */
  markAllNotificationsRead: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; unread_count: number }; error: never }
  /** List the service accounts, tokens (oldest first), workload rules, refused exchanges and latest takes of the installation. `GET /admin/programs` */
  getPrograms: { input: Record<never, never>; answer: { accounts: { rows: ({ id: string; name: string; description: string; group: { id: string; name: string }; created_at: string; suspended: { at: string; because: "manager" | "administrator" | "unused" | "denials" } | null; managers: number; tokens: number; keys: number; keys_waiting: number; last_used_at: string | null; is_managed: boolean })[]; total: number }; tokens: { rows: ({ id: string; kind: "svc" | "pat" | "wid" | "cli"; name: string; last_four: string; owner: string; is_agent: boolean; created_by: string | null; created_at: string; expires_at: string; last_used_at: string | null; last_used_address: string | null })[]; total: number }; trusts: { rows: ({ id: string; name: string; issuer: { id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys" }; rules: Record<string, string[]>; minutes: number; created_at: string; created_by: string | null; ends_at: string | null; last_used_at: string | null; last_run: { url: string | null; claims: Record<string, string> } | null; account: { id: string; name: string } })[]; total: number }; refused: { rows: ({ id: string; issuer: { id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys" }; reason: "no_rule" | "event" | "time" | "replayed" | "suspended"; claims: Record<string, string>; address: string; refused_at: string; suggestion: Record<string, string[]>; account: { id: string; name: string; is_managed: boolean } })[]; total: number }; takes: { rows: ({ id: string; key: { id: string; name: string }; taker: string; state: "queued" | "awaiting_approval" | "handed" | "timed_out" | "cancelled" | "abandoned" | "ended" | "unreadable" | "denied"; asked_at: string; over_at: string | null; verified_run: { url: string | null; claims: Record<string, string> } | null })[]; total: number } }; error: never }
  /** Resume any suspended service account. `POST /admin/programs/accounts/{id}/resume` */
  resumeProgramAccount: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' }
  /** Suspend any service account; only an administrator can resume it then. `POST /admin/programs/accounts/{id}/suspend` */
  suspendProgramAccount: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' }
  /** Get a support report of the system: no names of people, no secrets. `GET /admin/report` */
  getReport: { input: Record<never, never>; answer: { generated_at: string; generated_by: string; installation: { name: string; url: string; version: string }; figures: { counted_at: string; users: { total: number; active: number; admins: number; deactivated: number; inactive: number; recent_signups: number; recent_logins: number }; keys: { total: number; recent: number }; shares: { total: number; recent: number }; sessions: { active: number }; system: { node_version: string; framework_version: string; database_version: string; database_size: number; recovery_codes: number; unused_recovery_codes: number }; email: { failed_emails_24h: number }; health: { status: "healthy" | "warning" | "critical" | "unknown" }; maintenance: { until: string } | null }; second_factor: { policy: "optional" | "encouraged" | "admins" | "all"; grace_days: number; people: number; without: number; administrators: number; administrators_without: number }; health: { status: "healthy" | "warning" | "critical" | "unknown"; checks: ({ name: "database" | "jobs" | "mail" | "waiting_mail" | "providers" | "disk" | "clock" | "backup" | "names" | "transport" | "database_role" | "approvals" | "audit" | "streams" | "months"; status: "healthy" | "warning" | "critical" | "unknown"; value: string; message: string; said: { value: ({ code: string; values?: Record<string, string | number> })[]; message: ({ code: string; values?: Record<string, string | number> })[] }; items: { text: string; link: string }[]; remedy: string | null; since: string | null })[]; server_time: string; last_run: string | null; ntp_server: string | null; nodes: ({ id: string; version: string; roles: string[]; since: string; load: number | null })[] }; cleanups: ({ type: "expired_shares" | "orphaned_keys" | "unused_recovery_codes"; count: number; people: number; keys: number; sample: string[] })[]; jobs: ({ name: string; waiting: number; deferred: number; active: number; failed: number; completed: number; oldest_seconds: number | null; schedule: string | null; last_completed_at: string | null })[]; maintenance: ({ id: string; starts_at: string; ends_at: string; message: string; status: "scheduled" | "active" | "ended" | "cancelled"; created_by: string | null; created_at: string; closed_at: string | null })[]; release: { current: string; is_on: boolean; latest: { version: string; title: string; url: string | null; published_at: string | null } | null; is_newer: boolean; checked_at: string | null; read_at: string | null; error: string | null } }; error: never }
  /** List pending, decided and expired requests, newest first. `GET /admin/requests` */
  listRequests: { input: { query?: { list?: "waiting" | "decided" | "expired"; page?: number } }; answer: { data: ({ id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** Get a request, what it would affect now, and whether you may approve it. `GET /admin/requests/{id}` */
  getRequest: { input: { params: { id: string } }; answer: { request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string }; impact_now: { users: number; keys: number; shared_keys: number; people: number; sessions: number } | null; names: { users: { name: string; email: string }[]; keys: string[]; people: string[]; approvers: string[] } | null; closed_until: string | null; restorable_until: string | null; cannot_approve: "own" | "subject" | "made_by_asker" | "closed" | "no_factor" | null; cannot_approve_until: string | null; is_own: boolean }; error: 'requests.not_found' }
  /** Approve another administrator’s request, which carries it out. Needs the PIN and the second factor. `POST /admin/requests/{id}/approve` */
  approveRequest: { input: { params: { id: string }; body: { seen?: { users: number; keys: number; shared_keys: number; people: number; sessions: number } } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string } }; error: 'auth.no_longer_administrator' | 'keys.codes_closed' | 'keys.secrets_closed' | 'requests.asker_gone' | 'requests.changed' | 'requests.decided' | 'requests.expired' | 'requests.made_by_asker' | 'requests.no_factor' | 'requests.not_found' | 'requests.own' | 'requests.subject' | 'users.nothing_selected' }
  /** Close an interrupted bulk action as it is. `POST /admin/requests/{id}/end` */
  endRequest: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string } }; error: 'auth.no_longer_administrator' | 'requests.not_found' | 'requests.not_interrupted' }
  /** Add a reason to your own request. `PUT /admin/requests/{id}/reason` */
  explainRequest: { input: { params: { id: string }; body: { reason: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string } }; error: 'requests.decided' | 'requests.expired' | 'requests.not_found' | 'requests.not_own' }
  /** Deny another administrator’s request, with a reason. `POST /admin/requests/{id}/refuse` */
  refuseRequest: { input: { params: { id: string }; body: { reason: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string } }; error: 'auth.no_longer_administrator' | 'requests.decided' | 'requests.expired' | 'requests.not_found' | 'requests.own' }
  /** Resume an approved bulk action that was interrupted. `POST /admin/requests/{id}/resume` */
  resumeRequest: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string } }; error: 'auth.no_longer_administrator' | 'keys.codes_closed' | 'keys.secrets_closed' | 'requests.asker_gone' | 'requests.decided' | 'requests.not_found' | 'requests.not_interrupted' | 'users.nothing_selected' }
  /** Withdraw your own request. `POST /admin/requests/{id}/withdraw` */
  withdrawRequest: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string } }; error: 'requests.decided' | 'requests.expired' | 'requests.not_found' | 'requests.not_own' }
  /** List access reviews that administrators started, newest first, with their progress. `GET /admin/reviews` */
  listOfficeReviews: { input: { query?: { page?: number } }; answer: { data: ({ id: string; scope: "all" | "tag" | "group" | "outside"; of: string | null; is_office: boolean; started_by: { name: string }; created_at: string; due_at: string; state: "starting" | "open" | "ending" | "ended" | "withdrawn"; total: number; left: number; confirmed: number; revoked: number; gone: number; ended: number })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** Start an access review: every owner confirms who still needs their keys. `POST /admin/reviews` */
  startOfficeReview: { input: { body: { scope: "all" | "tag" | "group" | "outside"; tag?: string; group_id?: string; domains?: string; due_at: string } }; answer: { id: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.not_found' | 'reviews.due_too_late' | 'reviews.due_too_soon' | 'reviews.limit_reached' }
  /** Get the progress of each owner, those with most left first. `GET /admin/reviews/{id}` */
  getOfficeReview: { input: { params: { id: string }; query?: { page?: number } }; answer: { review: { id: string; scope: "all" | "tag" | "group" | "outside"; of: string | null; is_office: boolean; started_by: { name: string }; created_at: string; due_at: string; state: "starting" | "open" | "ending" | "ended" | "withdrawn"; total: number; left: number; confirmed: number; revoked: number; gone: number; ended: number }; owners: { data: { id: string; name: string; email: string; is_active: boolean; total: number; confirmed: number; revoked: number; left: number }[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number } }; error: 'reviews.not_found' }
  /** Remind owners with open questions, at most once a day. `POST /admin/reviews/{id}/remind` */
  remindReviewers: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'reviews.not_found' | 'reviews.over' | 'reviews.reminded_lately' }
  /** End a review early; it revokes nothing further. `POST /admin/reviews/{id}/withdraw` */
  withdrawOfficeReview: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'reviews.not_found' | 'reviews.over' }
  /** Search users, key names with their owners, and e-mail templates; a few of each. `GET /admin/search` */
  searchOffice: { input: { query?: { q?: string } }; answer: { users: { id: string; name: string; email: string }[]; keys: { id: string; name: string; owner: { id: string; name: string } }[]; templates: { slug: string; name: string }[] }; error: never }
  /** Get the settings of the installation, and where each value comes from. `GET /admin/settings` */
  getSettings: { input: Record<never, never>; answer: { settings: { values: { name: string; address: string; sign_up: "open" | "invite" | "closed"; email_verification: "auto" | "required" | "off"; session_idle_hours: number; session_absolute_hours: number; session_remember_days: number; password_min_length: number; activity_days: number; notification_days: number; quarantine_days: number; second_factor: "optional" | "encouraged" | "admins" | "all"; second_factor_grace_days: number }; defaults: { name: string; address: string; sign_up: "open" | "invite" | "closed"; email_verification: "auto" | "required" | "off"; session_idle_hours: number; session_absolute_hours: number; session_remember_days: number; password_min_length: number; activity_days: number; notification_days: number; quarantine_days: number; second_factor: "optional" | "encouraged" | "admins" | "all"; second_factor_grace_days: number }; sources: Record<string, "environment" | "database" | "default"> }; changed: { at: string; by: string | null } | null }; error: never }
  /** Change settings, on every node within seconds. Omitted fields keep their value; null restores the default. `PUT /admin/settings` */
  changeSettings: { input: { body: { name?: string | null; address?: string | null; sign_up?: "open" | "invite" | "closed" | null; email_verification?: "auto" | "required" | "off" | null; session_idle_hours?: number | null; session_absolute_hours?: number | null; session_remember_days?: number | null; password_min_length?: number | null; activity_days?: number | null; notification_days?: number | null; quarantine_days?: number | null; second_factor?: "optional" | "encouraged" | "admins" | "all" | null; second_factor_grace_days?: number | null } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; settings: { values: { name: string; address: string; sign_up: "open" | "invite" | "closed"; email_verification: "auto" | "required" | "off"; session_idle_hours: number; session_absolute_hours: number; session_remember_days: number; password_min_length: number; activity_days: number; notification_days: number; quarantine_days: number; second_factor: "optional" | "encouraged" | "admins" | "all"; second_factor_grace_days: number }; defaults: { name: string; address: string; sign_up: "open" | "invite" | "closed"; email_verification: "auto" | "required" | "off"; session_idle_hours: number; session_absolute_hours: number; session_remember_days: number; password_min_length: number; activity_days: number; notification_days: number; quarantine_days: number; second_factor: "optional" | "encouraged" | "admins" | "all"; second_factor_grace_days: number }; sources: Record<string, "environment" | "database" | "default"> }; changed: { at: string; by: string | null } | null }; error: never }
  /** Count what a change of settings would end or remove. `POST /admin/settings/impact` */
  countSettingsImpact: { input: { body: { name?: string | null; address?: string | null; sign_up?: "open" | "invite" | "closed" | null; email_verification?: "auto" | "required" | "off" | null; session_idle_hours?: number | null; session_absolute_hours?: number | null; session_remember_days?: number | null; password_min_length?: number | null; activity_days?: number | null; notification_days?: number | null; quarantine_days?: number | null; second_factor?: "optional" | "encouraged" | "admins" | "all" | null; second_factor_grace_days?: number | null } }; answer: { sessions: number; activities: number; notifications: number; passkeys: number }; error: never }
  /** Measure the health of the installation now. `GET /admin/system/health` */
  getSystemHealth: { input: Record<never, never>; answer: { status: "healthy" | "warning" | "critical" | "unknown"; checks: ({ name: "database" | "jobs" | "mail" | "waiting_mail" | "providers" | "disk" | "clock" | "backup" | "names" | "transport" | "database_role" | "approvals" | "audit" | "streams" | "months"; status: "healthy" | "warning" | "critical" | "unknown"; value: string; message: string; said: { value: ({ code: string; values?: Record<string, string | number> })[]; message: ({ code: string; values?: Record<string, string | number> })[] }; items: { text: string; link: string }[]; remedy: string | null; since: string | null })[]; server_time: string; last_run: string | null; ntp_server: string | null; nodes: ({ id: string; version: string; roles: string[]; since: string; load: number | null })[] }; error: never }
  /** List background queues with their waiting, running, failed and finished jobs. `GET /admin/system/jobs` */
  listJobs: { input: Record<never, never>; answer: { queues: ({ name: string; waiting: number; deferred: number; active: number; failed: number; completed: number; oldest_seconds: number | null; schedule: string | null; last_completed_at: string | null })[] }; error: never }
  /** List jobs that failed for good, latest first, with the cause. `GET /admin/system/jobs/failed` */
  listFailedJobs: { input: { query?: { queue?: string; page?: number } }; answer: { data: ({ id: string; queue: string; cause: string; tries: number; request_id: string | null; created_at: string; failed_at: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** Retry all failed jobs of a queue. `POST /admin/system/jobs/retry` */
  retryQueue: { input: { body: { queue: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; retried: number }; error: 'jobs.nothing_failed' }
  /** Retry a failed job. `POST /admin/system/jobs/{id}/retry` */
  retryJob: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'jobs.not_failed' | 'jobs.not_found' }
  /** List maintenance windows, latest first, and count the users a new one would affect. `GET /admin/system/maintenance` */
  listMaintenance: { input: Record<never, never>; answer: { data: ({ id: string; starts_at: string; ends_at: string; message: string; status: "scheduled" | "active" | "ended" | "cancelled"; created_by: string | null; created_at: string; closed_at: string | null })[]; reach: { mailed: number; shut_out: number; sessions: number; administrators: number } }; error: never }
  /** Schedule a maintenance window. Active users get an e-mail about it. `POST /admin/system/maintenance` */
  scheduleMaintenance: { input: { body: { starts_at: string | null; ends_at: string; message?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; window: { id: string; starts_at: string; ends_at: string; message: string; status: "scheduled" | "active" | "ended" | "cancelled"; created_by: string | null; created_at: string; closed_at: string | null } }; error: 'maintenance.end_before_start' | 'maintenance.overlaps' | 'maintenance.start_in_past' | 'maintenance.too_far' | 'maintenance.too_long' }
  /** End a maintenance window now, or cancel it before it begins. `POST /admin/system/maintenance/{id}/end` */
  endMaintenance: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; window: { id: string; starts_at: string; ends_at: string; message: string; status: "scheduled" | "active" | "ended" | "cancelled"; created_by: string | null; created_at: string; closed_at: string | null } }; error: 'maintenance.not_found' | 'maintenance.over' }
  /** Get the running version and the latest one that the release feed reported. `GET /admin/system/releases` */
  getReleases: { input: Record<never, never>; answer: { current: string; is_on: boolean; latest: { version: string; title: string; url: string | null; published_at: string | null } | null; is_newer: boolean; checked_at: string | null; read_at: string | null; error: string | null }; error: never }
  /** Check the release feed now; an answer less than a minute old is reused. `POST /admin/system/releases/check` */
  checkReleases: { input: Record<never, never>; answer: { current: string; is_on: boolean; latest: { version: string; title: string; url: string | null; published_at: string | null } | null; is_newer: boolean; checked_at: string | null; read_at: string | null; error: string | null }; error: 'releases.off' }
  /** Count the recipients of a security notice, and get the last one sent. `GET /admin/system/security-notice` */
  getNoticeReach: { input: Record<never, never>; answer: { people: number; is_mail_available: boolean; last: { title: string; sent_at: string; sent_by: string } | null }; error: never }
  /** Send a security notice to all active users by e-mail. `POST /admin/system/security-notice` */
  sendSecurityNotice: { input: { body: { title: string; message: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; people: number }; error: never }
  /** List users by name or e-mail, role, status and second factor, sorted and paged. `GET /admin/users` */
  listUsers: { input: { query?: { search?: string; role?: "admin" | "user"; status?: "active" | "deactivated" | "inactive" | "deleted"; second_factor?: "on" | "off"; sort?: "name" | "email" | "role" | "status" | "two_fa_keys_count" | "last_login_at" | "created_at"; direction?: "asc" | "desc"; page?: number } }; answer: { data: ({ id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; email_verified: boolean; has_second_factor: boolean; last_login_at: string | null; created_at: string; two_fa_keys_count: number; received_shares_count: number; deleted_at: string | null })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number; has_more: boolean }; error: never }
  /** Create an account whose password must be changed at the first sign-in. `POST /admin/users` */
  createUser: { input: { body: { name: string; email: string; role?: "admin" | "user"; password: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; user: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; email_verified: boolean; has_second_factor: boolean; last_login_at: string | null; created_at: string; two_fa_keys_count: number; received_shares_count: number; deleted_at: string | null } }; error: 'auth.email_taken' | 'setup.required' | 'users.not_found' }
  /** Run a bulk action on users; each user succeeds or fails separately. `POST /admin/users/bulk` */
  bulkUsers: { input: { body: { ids?: string[]; matching?: { search?: string; role?: "admin" | "user"; status?: "active" | "deactivated" | "inactive" | "deleted"; second_factor?: "on" | "off" }; action: "activate" | "deactivate" | "promote" | "demote" | "revoke_sessions" | "delete"; reason?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; results: ({ id: string; name: string; ok: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } })[] }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'profile.password_wrong' | 'users.not_found' | 'users.nothing_selected' | 'users.own_account' | 'users.too_many' }
  /** Count what a bulk action on these users would affect. `POST /admin/users/impact` */
  countImpact: { input: { body: { ids?: string[]; matching?: { search?: string; role?: "admin" | "user"; status?: "active" | "deactivated" | "inactive" | "deleted"; second_factor?: "on" | "off" } } }; answer: { users: number; keys: number; shared_keys: number; people: number; sessions: number; mails: number }; error: 'users.nothing_selected' | 'users.too_many' }
  /** Invite somebody by e-mail, or get a link to pass on. `POST /admin/users/invite` */
  inviteUser: { input: { body: { email: string; delivery?: "mail" | "link" } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; link: string | null; expires_at: string }; error: 'auth.email_taken' | 'mail.not_set_up' }
  /** Delete a user: end sessions and shares now, remove data and keys after 30 days. `DELETE /admin/users/{id}` */
  deleteUser: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'profile.password_wrong' | 'users.not_found' | 'users.own_account' }
  /** Get a user with figures and account activity. `GET /admin/users/{id}` */
  getUser: { input: { params: { id: string } }; answer: { user: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; email_verified: boolean; has_second_factor: boolean; last_login_at: string | null; created_at: string; two_fa_keys_count: number; received_shares_count: number; deleted_at: string | null; must_change_password: boolean; has_pin: boolean; deletion: { by: string | null; is_by_administrator: boolean; restorable_until: string } | null; codes_closed_until: string | null; is_stopped: boolean; is_suppressed: boolean; is_locked: boolean; statistics: { total_keys: number; keys_shared_by_user: number; shares_given: number; keys_received: number; account_age_days: number; last_activity: string | null; recovery_codes_available: number; recovery_codes_total: number; recent_keys: number; recent_shares: number }; activity_timeline: ({ date: string; description: string; said: { description: ({ code: string; values?: Record<string, string | number> })[] }; icon: "user-plus" | "login" | "key" | "share" | "other"; color: "blue" | "green" | "indigo" | "purple" | "other" })[] } }; error: 'users.not_found' }
  /** Change a user’s name or e-mail address; a new address is unverified until the user proves it. `PATCH /admin/users/{id}` */
  updateUser: { input: { params: { id: string }; body: { name: string; email: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.email_taken' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** List browsers and programs that a user signed in from in the last 90 days, latest first. `GET /admin/users/{id}/devices` */
  listUserDevices: { input: { params: { id: string } }; answer: { data: ({ device: string; address: string | null; first_seen_at: string | null; last_seen_at: string })[] }; error: 'users.not_found' }
  /** Export everything about a user except secrets. `GET /admin/users/{id}/export` */
  exportUser: { input: { params: { id: string } }; answer: { exported_at: string; user: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; email_verified: boolean; has_second_factor: boolean; last_login_at: string | null; created_at: string; two_fa_keys_count: number; received_shares_count: number; deleted_at: string | null; must_change_password: boolean; has_pin: boolean; deletion: { by: string | null; is_by_administrator: boolean; restorable_until: string } | null; codes_closed_until: string | null; is_stopped: boolean; is_suppressed: boolean; is_locked: boolean; statistics: { total_keys: number; keys_shared_by_user: number; shares_given: number; keys_received: number; account_age_days: number; last_activity: string | null; recovery_codes_available: number; recovery_codes_total: number; recent_keys: number; recent_shares: number }; activity_timeline: ({ date: string; description: string; said: { description: ({ code: string; values?: Record<string, string | number> })[] }; icon: "user-plus" | "login" | "key" | "share" | "other"; color: "blue" | "green" | "indigo" | "purple" | "other" })[] }; keys: { id: string; name: string; created_at: string }[]; shares: { shared: ({ id: string; key_name: string; person: { id: string; name: string }; permission: "admin" | "view-only"; created_at: string; expires_at: string | null })[]; received: ({ id: string; key_name: string; person: { id: string; name: string }; permission: "admin" | "view-only"; created_at: string; expires_at: string | null })[] }; sessions: ({ id: string; device: string; address: string | null; created_at: string; last_seen_at: string; is_current: boolean; remember: boolean })[]; devices: ({ device: string; address: string | null; first_seen_at: string | null; last_seen_at: string })[] }; error: 'users.not_found' }
  /** Remove the authenticator, passkeys and recovery codes of a user who lost them; the account stays closed until the user proves who they are. `DELETE /admin/users/{id}/factors` */
  removeUserFactors: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.no_factors' | 'users.not_found' | 'users.own_account' }
  /** List the names and dates of a user’s keys. `GET /admin/users/{id}/keys` */
  listUserKeys: { input: { params: { id: string } }; answer: { data: { id: string; name: string; created_at: string }[] }; error: 'users.not_found' }
  /** Get the progress of a user’s latest leaver plan, or null without one. `GET /admin/users/{id}/leaver` */
  getLeaver: { input: { params: { id: string } }; answer: { plan: { user: { id: string; name: string | null; is_deleted: boolean }; opened_at: string; opened_by: { id: string; name: string } | null; reason: string; state: "open" | "done" | "reactivated"; closed_at: string | null; owned: { done: number; total: number }; rotate: { done: number; total: number }; safe: number } | null }; error: 'users.not_found' }
  /** Create a leaver plan for a deactivated user without one. `POST /admin/users/{id}/leaver` */
  openLeaver: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; plan: { user: { id: string; name: string | null; is_deleted: boolean }; opened_at: string; opened_by: { id: string; name: string } | null; reason: string; state: "open" | "done" | "reactivated"; closed_at: string | null; owned: { done: number; total: number }; rotate: { done: number; total: number }; safe: number } }; error: 'leavers.not_found' | 'leavers.still_active' | 'users.not_found' }
  /** Give keys to another owner, never to yourself; existing access is kept. `POST /admin/users/{id}/leaver/hand-over` */
  handOverKeys: { input: { params: { id: string }; body: { key_ids?: string[]; all?: true; to: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; results: ({ key_id: string; name: string; ok: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } })[]; plan: { user: { id: string; name: string | null; is_deleted: boolean }; opened_at: string; opened_by: { id: string; name: string } | null; reason: string; state: "open" | "done" | "reactivated"; closed_at: string | null; owned: { done: number; total: number }; rotate: { done: number; total: number }; safe: number } }; error: 'keys.limit_reached' | 'keys.not_found' | 'leavers.account_deleted' | 'leavers.closed' | 'leavers.no_room' | 'leavers.not_found' | 'leavers.nothing_selected' | 'leavers.to_newcomer' | 'leavers.to_nobody' | 'leavers.to_self' }
  /** Count what a decision about these keys would affect. `POST /admin/users/{id}/leaver/impact` */
  countLeaverImpact: { input: { params: { id: string }; body: { key_ids?: string[]; all?: true } }; answer: { keys: number; shared_keys: number; people: number }; error: 'leavers.not_found' | 'leavers.nothing_selected' }
  /** List keys that the person owned, managed or saw, with their last use; open items first. `GET /admin/users/{id}/leaver/keys` */
  listLeaverKeys: { input: { params: { id: string }; query?: { list?: "owned" | "rotate" | "safe"; search?: string; page?: number } }; answer: { data: ({ key_id: string; name: string; exists: boolean; owner: { id: string; name: string } | null; level: "owner" | "admin" | "view" | "former"; had: ("added" | "secret" | "backup_codes" | "export")[]; had_at: string | null; last_shown_at: string | null; last_used_at: string | null; people: number; programs: number; decision: { kind: "handed_over" | "let_go"; to: { id: string; name: string } | null; at: string; by: { id: string; name: string } | null } | null; renewed: { at: string; by: { id: string; name: string } | null } | null })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: 'leavers.not_found' }
  /** Leave keys with the account; their shares end at once. `POST /admin/users/{id}/leaver/let-go` */
  letKeysGo: { input: { params: { id: string }; body: { key_ids?: string[]; all?: true } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; results: ({ key_id: string; name: string; ok: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } })[]; plan: { user: { id: string; name: string | null; is_deleted: boolean }; opened_at: string; opened_by: { id: string; name: string } | null; reason: string; state: "open" | "done" | "reactivated"; closed_at: string | null; owned: { done: number; total: number }; rotate: { done: number; total: number }; safe: number } }; error: 'leavers.account_deleted' | 'leavers.closed' | 'leavers.not_found' | 'leavers.nothing_selected' }
  /** Mark secrets as rotated at their services, or undo it. `POST /admin/users/{id}/leaver/renewed` */
  tickRenewed: { input: { params: { id: string }; body: { key_ids: string[]; renewed: boolean } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; results: ({ key_id: string; name: string; ok: boolean; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } })[]; plan: { user: { id: string; name: string | null; is_deleted: boolean }; opened_at: string; opened_by: { id: string; name: string } | null; reason: string; state: "open" | "done" | "reactivated"; closed_at: string | null; owned: { done: number; total: number }; rotate: { done: number; total: number }; safe: number } }; error: 'leavers.closed' | 'leavers.not_found' | 'leavers.nothing_selected' }
  /** Reopen an account that another administrator’s action closed. Needs the PIN and a second factor. `POST /admin/users/{id}/release` */
  releaseUser: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'keys.secrets_closed' | 'trust.not_closed' | 'trust.not_independent' | 'trust.own_hand' | 'users.not_found' | 'users.own_account' }
  /** Send a password reset link by e-mail, or get it to pass on. `POST /admin/users/{id}/reset-link` */
  makeResetLink: { input: { params: { id: string }; body: { delivery?: "mail" | "link" } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; link: string | null; expires_at: string }; error: 'mail.not_set_up' | 'users.inactive' | 'users.not_found' }
  /** Set a password that must be changed at the next sign-in; secrets stay closed for a day. `POST /admin/users/{id}/reset-password` */
  resetUserPassword: { input: { params: { id: string }; body: { new_password: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** Set a user’s PIN; secrets stay closed for a day. `POST /admin/users/{id}/reset-pin` */
  resetUserPin: { input: { params: { id: string }; body: { new_pin: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** Preview what restoring a deleted user brings back, and whether the address is free. `GET /admin/users/{id}/restore` */
  previewRestore: { input: { params: { id: string } }; answer: { name: string; email: string; is_address_taken: boolean; is_deactivated: boolean; keys: number; shares_given: number; shares_received: number; groups: number; is_mail_available: boolean; restorable_until: string }; error: 'users.not_deleted' | 'users.not_found' | 'users.restore_over' }
  /** Restore a deleted user with keys and shares; a new password is needed, and secrets stay closed for a day. `POST /admin/users/{id}/restore` */
  restoreUser: { input: { params: { id: string }; body: { email?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'auth.no_longer_administrator' | 'users.address_taken' | 'users.not_deleted' | 'users.not_found' | 'users.restore_over' }
  /** End every session of a user. `POST /admin/users/{id}/revoke-sessions` */
  revokeUserSessions: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; ended: number }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** Change a user’s role; this ends every session. `PUT /admin/users/{id}/role` */
  setUserRole: { input: { params: { id: string }; body: { role: "admin" | "user" } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** List the active sessions of a user. `GET /admin/users/{id}/sessions` */
  listUserSessions: { input: { params: { id: string } }; answer: { data: ({ id: string; device: string; address: string | null; created_at: string; last_seen_at: string; is_current: boolean; remember: boolean })[] }; error: 'users.not_found' }
  /** List keys that a user shares, and keys shared with them. `GET /admin/users/{id}/shares` */
  listUserShares: { input: { params: { id: string } }; answer: { shared: ({ id: string; key_name: string; person: { id: string; name: string }; permission: "admin" | "view-only"; created_at: string; expires_at: string | null })[]; received: ({ id: string; key_name: string; person: { id: string; name: string }; permission: "admin" | "view-only"; created_at: string; expires_at: string | null })[] }; error: 'users.not_found' }
  /** Activate or deactivate a user; deactivating ends every session. `PUT /admin/users/{id}/status` */
  setUserStatus: { input: { params: { id: string }; body: { is_active: boolean; reason?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; leaver_plan: { keys_to_decide: number; secrets_to_rotate: number } | null }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** Lift the locks after wrong passwords, codes and PINs. `POST /admin/users/{id}/unlock` */
  unlockUser: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** Mark an e-mail address as verified. `POST /admin/users/{id}/verify` */
  verifyUserEmail: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'accounts.last_administrator' | 'auth.no_longer_administrator' | 'users.not_found' | 'users.own_account' }
  /** List webhook endpoints. `GET /admin/webhooks` */
  listWebhooks: { input: Record<never, never>; answer: { data: ({ id: string; name: string; url: string; ca: string | null; event_types: ("token.created" | "token.rotated" | "token.expiring" | "token.revoked" | "token.leaked" | "token.refused" | "service_account.changed" | "service_account.suspended" | "trust.changed" | "workload.replayed" | "take.approval_requested" | "take.approved" | "take.denied" | "code.taken")[]; signature: "v1" | "v1a"; public_key: string | null; is_active: boolean; state: "working" | "starting" | "failing" | "paused" | "gone" | "given_up"; failing_since: string | null; waiting: number; last_delivered_at: string | null; former_until: string | null; former_secrets: number; created_at: string })[] }; error: never }
  /** Create a webhook endpoint (Standard Webhooks); every administrator is notified. `POST /admin/webhooks` */
  addWebhook: { input: { body: { name: string; url: string; ca?: string; event_types: ("token.created" | "token.rotated" | "token.expiring" | "token.revoked" | "token.leaked" | "token.refused" | "service_account.changed" | "service_account.suspended" | "trust.changed" | "workload.replayed" | "take.approval_requested" | "take.approved" | "take.denied" | "code.taken")[]; signature?: "v1" | "v1a" } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; webhook: { id: string; name: string; url: string; ca: string | null; event_types: ("token.created" | "token.rotated" | "token.expiring" | "token.revoked" | "token.leaked" | "token.refused" | "service_account.changed" | "service_account.suspended" | "trust.changed" | "workload.replayed" | "take.approval_requested" | "take.approved" | "take.denied" | "code.taken")[]; signature: "v1" | "v1a"; public_key: string | null; is_active: boolean; state: "working" | "starting" | "failing" | "paused" | "gone" | "given_up"; failing_since: string | null; waiting: number; last_delivered_at: string | null; former_until: string | null; former_secrets: number; created_at: string }; secret: string | null }; error: 'webhooks.limit' | 'webhooks.not_found' }
  /** Delete a webhook endpoint and its undelivered messages. `DELETE /admin/webhooks/{id}` */
  deleteWebhook: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'webhooks.not_found' }
  /** Change, pause or resume a webhook endpoint. `PUT /admin/webhooks/{id}` */
  changeWebhook: { input: { params: { id: string }; body: { name: string; url: string; ca?: string; event_types: ("token.created" | "token.rotated" | "token.expiring" | "token.revoked" | "token.leaked" | "token.refused" | "service_account.changed" | "service_account.suspended" | "trust.changed" | "workload.replayed" | "take.approval_requested" | "take.approved" | "take.denied" | "code.taken")[]; is_active: boolean } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; webhook: { id: string; name: string; url: string; ca: string | null; event_types: ("token.created" | "token.rotated" | "token.expiring" | "token.revoked" | "token.leaked" | "token.refused" | "service_account.changed" | "service_account.suspended" | "trust.changed" | "workload.replayed" | "take.approval_requested" | "take.approved" | "take.denied" | "code.taken")[]; signature: "v1" | "v1a"; public_key: string | null; is_active: boolean; state: "working" | "starting" | "failing" | "paused" | "gone" | "given_up"; failing_since: string | null; waiting: number; last_delivered_at: string | null; former_until: string | null; former_secrets: number; created_at: string } }; error: 'webhooks.not_found' }
  /** List the last 100 messages to an endpoint, newest first. `GET /admin/webhooks/{id}/deliveries` */
  listDeliveries: { input: { params: { id: string } }; answer: { data: ({ id: string; type: string; body: string; state: "waiting" | "delivered" | "failed"; tries: number; last_status: number | null; last_tried_at: string | null; next_try_at: string | null; created_at: string })[] }; error: 'webhooks.not_found' }
  /** Resend a message with the same id. `POST /admin/webhooks/{id}/deliveries/{delivery_id}/resend` */
  resendDelivery: { input: { params: { id: string; delivery_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'webhooks.delivery_not_found' | 'webhooks.not_found' | 'webhooks.paused' }
  /** Rotate the signing secret; former secrets sign as well, each for 24 hours. `POST /admin/webhooks/{id}/rotate` */
  rotateWebhook: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; webhook: { id: string; name: string; url: string; ca: string | null; event_types: ("token.created" | "token.rotated" | "token.expiring" | "token.revoked" | "token.leaked" | "token.refused" | "service_account.changed" | "service_account.suspended" | "trust.changed" | "workload.replayed" | "take.approval_requested" | "take.approved" | "take.denied" | "code.taken")[]; signature: "v1" | "v1a"; public_key: string | null; is_active: boolean; state: "working" | "starting" | "failing" | "paused" | "gone" | "given_up"; failing_since: string | null; waiting: number; last_delivered_at: string | null; former_until: string | null; former_secrets: number; created_at: string }; secret: string | null }; error: 'webhooks.not_found' | 'webhooks.renewed_often' }
  /** Send a test message to a webhook endpoint. `POST /admin/webhooks/{id}/test` */
  testWebhook: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'webhooks.not_found' | 'webhooks.paused' }
  /** List issuers whose tokens workloads may exchange. `GET /admin/workload/issuers` */
  listIssuers: { input: Record<never, never>; answer: { data: ({ id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys"; issuer: string; jwks_host: string | null; trusts: number; thumbprints: string[]; keys_fetched_at: string | null; created_at: string })[] }; error: never }
  /** Trust an issuer of workload tokens; a second administrator approves first. `POST /admin/workload/issuers` */
  addIssuer: { input: { body: { name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys"; issuer?: unknown & unknown; jwks_host?: string | null; jwks?: string } }; answer: { issuer: { id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys"; issuer: string; jwks_host: string | null; trusts: number; thumbprints: string[]; keys_fetched_at: string | null; created_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'workload.issuer_exists' | 'workload.issuers_limit' }
  /** Stop trusting an issuer; its trusts and the tokens exchanged through them end at once. `DELETE /admin/workload/issuers/{id}` */
  deleteIssuer: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'workload.issuer_not_found' }
  /** Resend the verification e-mail. `POST /auth/email/verification-notification` */
  requestVerification: { input: { body: { email: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'mail.unavailable' }
  /** Verify an address with the link from the e-mail. `POST /auth/email/verify` */
  verifyEmail: { input: { body: { token: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'auth.email_taken' | 'links.expired' | 'links.used' | 'links.wrong' }
  /** List your second factors. `GET /auth/factors` */
  getFactors: { input: Record<never, never>; answer: { totp: { is_enabled: boolean; since: string | null }; passkeys: ({ id: string; name: string; created_at: string; last_used_at: string | null; is_backed_up: boolean })[]; recovery_codes: { available: number; total: number; created_at: string | null }; has_pin: boolean; pin_state: "none" | "good" | "locked" | "void"; pin_retry_after: number | null; has_password: boolean }; error: never }
  /** Confirm the second factor for actions that need it; valid for five minutes in this session. `POST /auth/factors/confirm` */
  confirmFactor: { input: { body: { method: "totp"; code: string } | { method: "recovery_code"; code: string } | { method: "passkey"; challenge_id: string; assertion: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null } } } }; answer: { valid_until: string }; error: 'auth.passkey_refused' | 'factors.code_wrong' | 'factors.none' | 'links.expired' | 'links.used' | 'links.wrong' }
  /** Add a passkey. `POST /auth/factors/passkeys` */
  addPasskey: { input: { body: { challenge_id: string; name: string; attestation: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; attestationObject: string; transports?: string[] } } } }; answer: { passkey: { id: string; name: string; created_at: string; last_used_at: string | null; is_backed_up: boolean }; recovery_codes?: string[] }; error: 'auth.passkey_refused' | 'factors.passkey_known' }
  /** Get the options to create a passkey. `POST /auth/factors/passkeys/options` */
  passkeyRegistrationOptions: { input: { body: { current_password?: string } }; answer: { challenge_id: string; options: Record<string, unknown> }; error: 'pin.required' | 'profile.password_wrong' }
  /** Remove a passkey. `DELETE /auth/factors/passkeys/{id}` */
  removePasskey: { input: { params: { id: string }; body: { current_password?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'auth.invalid_credentials' | 'factors.last_way_in' | 'factors.passkey_not_found' | 'pin.required' | 'profile.password_wrong' }
  /** Rename a passkey. `PATCH /auth/factors/passkeys/{id}` */
  renamePasskey: { input: { params: { id: string }; body: { name: string } }; answer: { passkey: { id: string; name: string; created_at: string; last_used_at: string | null; is_backed_up: boolean } }; error: 'factors.passkey_not_found' }
  /** Replace the recovery codes with ten new ones, shown only in this answer. Needs the PIN. `POST /auth/factors/recovery-codes` */
  makeRecoveryCodes: { input: Record<never, never>; answer: { codes: string[] }; error: 'factors.none' }
  /** Remove the authenticator; sign-in no longer asks for codes. `DELETE /auth/factors/totp` */
  removeTotp: { input: { body: { current_password?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'factors.totp_not_found' | 'pin.required' | 'profile.password_wrong' }
  /** Create an authenticator secret for your sign-in; inactive until confirmed. `POST /auth/factors/totp` */
  beginTotp: { input: { body: { current_password?: string } }; answer: { secret: string; uri: string }; error: 'factors.totp_enabled' | 'pin.required' | 'profile.password_wrong' }
  /** Confirm the authenticator with a code and activate it. `POST /auth/factors/totp/confirm` */
  confirmTotp: { input: { body: { code: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; recovery_codes?: string[] }; error: 'factors.code_wrong' | 'factors.totp_enabled' | 'factors.totp_not_begun' }
  /** List connected accounts that you can sign in with. `GET /auth/identities` */
  listIdentities: { input: Record<never, never>; answer: { data: ({ id: string; provider: "google" | "facebook" | "oidc"; name: string; email: string | null; created_at: string; last_used_at: string | null })[]; providers: ({ id: "google" | "facebook" | "oidc"; name: string })[] }; error: never }
  /** Start to connect an account of a provider. Needs the PIN or the password. `POST /auth/identities` */
  beginConnecting: { input: { body: { provider: "google" | "facebook" | "oidc"; current_password?: string } }; answer: { url: string }; error: 'identities.needs_browser' | 'identities.not_offered' | 'identities.refused' | 'identities.unavailable' | 'pin.required' | 'profile.password_wrong' }
  /** Finish connecting an account with the provider’s answer. `POST /auth/identities/finish` */
  finishConnecting: { input: { body: { provider: "google" | "facebook" | "oidc"; state: string; code: string; iss?: string } }; answer: { identity: { id: string; provider: "google" | "facebook" | "oidc"; name: string; email: string | null; created_at: string; last_used_at: string | null }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'identities.attempt_over' | 'identities.connected_already' | 'identities.needs_browser' | 'identities.not_offered' | 'identities.refused' | 'identities.unavailable' }
  /** Start a sign-in with a provider; only the same browser can finish it. `POST /auth/identities/sign-in` */
  beginIdentitySignIn: { input: { body: { provider: "google" | "facebook" | "oidc"; remember?: boolean } }; answer: { url: string }; error: 'identities.needs_browser' | 'identities.not_offered' | 'identities.refused' | 'identities.unavailable' }
  /** Finish a sign-in with the provider’s answer, or create an account where sign-up is open. `POST /auth/identities/sign-in/finish` */
  finishIdentitySignIn: { input: { body: { provider: "google" | "facebook" | "oidc"; state: string; code: string; iss?: string } }; answer: { access_token?: string; email_verification_required: boolean; redirect_to?: string; user?: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string }; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean; email?: string }; error: 'auth.email_taken' | 'auth.invalid_credentials' | 'auth.locked' | 'auth.sign_up_closed' | 'identities.account_inactive' | 'identities.address_taken' | 'identities.attempt_over' | 'identities.needs_browser' | 'identities.no_email' | 'identities.not_offered' | 'identities.refused' | 'identities.unavailable' | 'identities.unverified' | 'maintenance.active' | 'setup.required' }
  /** Disconnect an account; refused if it is the only way to sign in. `DELETE /auth/identities/{id}` */
  disconnectIdentity: { input: { params: { id: string }; body: { current_password?: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'auth.invalid_credentials' | 'identities.last_way_in' | 'identities.not_found' | 'pin.required' | 'profile.password_wrong' }
  /** Create the account of an invitation. `POST /auth/invite/accept` */
  acceptInvitation: { input: { body: { token: string; name: string; password: string; password_confirmation: string; pin?: string } }; answer: { access_token?: string; email_verification_required: boolean; redirect_to?: string; user?: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string }; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean }; error: 'auth.email_taken' | 'auth.sign_up_closed' | 'links.expired' | 'links.used' | 'links.wrong' | 'setup.required' }
  /** Get who sent an invitation and the names of the waiting keys, for the holder of the link; does not consume it. `POST /auth/invite/read` */
  readInvitation: { input: { body: { token: string } }; answer: { invited_by: string | null; keys: { name: string }[]; expires_at: string }; error: 'links.wrong' }
  /** Get what an e-mailed link is for and whether it is still valid; does not consume it. `POST /auth/links/check` */
  checkLink: { input: { body: { token: string } }; answer: { state: "good" | "used" | "expired" | "wrong"; purpose: "verify_email" | "change_email" | "reset_password" | "invite" | "second_step" | "new_pin" | "stop" | null; email: string | null }; error: never }
  /** Sign in with e-mail and password. `POST /auth/login` */
  signIn: { input: { body: { email: string; password: string; remember?: boolean } }; answer: { access_token?: string; email_verification_required: boolean; redirect_to?: string; user?: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string }; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean }; error: 'auth.invalid_credentials' | 'auth.locked' | 'maintenance.active' }
  /** End this session. `POST /auth/logout` */
  signOut: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: never }
  /** Sign in with a passkey instead of a password. `POST /auth/passkey` */
  signInWithPasskey: { input: { body: { challenge_id: string; assertion: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null } }; remember?: boolean } }; answer: { access_token?: string; email_verification_required: boolean; redirect_to?: string; user?: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string }; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean }; error: 'auth.invalid_credentials' | 'auth.passkey_refused' | 'auth.unauthenticated' | 'maintenance.active' }
  /** Get the options to sign in with a passkey, or to use one as the second step or in place of a forgotten PIN. `POST /auth/passkey/options` */
  passkeyOptions: { input: Record<never, never>; answer: { challenge_id: string; options: Record<string, unknown> }; error: never }
  /** Send a password-reset link. `POST /auth/password/email` */
  requestPasswordReset: { input: { body: { email: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'mail.unavailable' }
  /** Set a new password with the link from the e-mail; every session ends. `POST /auth/password/reset` */
  resetPassword: { input: { body: { token: string; password: string; password_confirmation: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'links.expired' | 'links.used' | 'links.wrong' }
  /** Set a new PIN with the link from the e-mail and the password; secrets stay closed for 24 hours. `POST /auth/pin/reset` */
  setForgottenPin: { input: { body: { token: string; password: string; new_pin: string; new_pin_confirmation: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'links.expired' | 'links.used' | 'links.wrong' | 'profile.password_wrong' }
  /** Create an account and sign in. `POST /auth/register` */
  signUp: { input: { body: { name: string; email: string; password: string; password_confirmation: string; pin: string } }; answer: { access_token?: string; email_verification_required: boolean; redirect_to?: string; user?: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string }; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean }; error: 'auth.email_taken' | 'auth.invalid_credentials' | 'auth.sign_up_closed' | 'setup.required' }
  /** Complete the second step of a sign-in; the session can do nothing else before it. `POST /auth/second-factor` */
  passSecondFactor: { input: { body: { method: "totp"; code: string } | { method: "recovery_code"; code: string } | { method: "email"; code: string } | { method: "passkey"; challenge_id: string; assertion: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null } } } }; answer: { access_token?: string; email_verification_required: boolean; redirect_to?: string; user?: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string }; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean }; error: 'auth.invalid_credentials' | 'auth.second_factor_ended' | 'auth.second_factor_passed' | 'auth.second_factor_wrong' | 'links.expired' | 'links.used' | 'links.wrong' }
  /** List your active sessions. `GET /auth/sessions` */
  listSessions: { input: Record<never, never>; answer: { data: ({ id: string; device: string; address: string | null; created_at: string; last_seen_at: string; is_current: boolean; remember: boolean })[] }; error: never }
  /** End a session, or with `others` all except this one. `DELETE /auth/sessions/{id}` */
  endSession: { input: { params: { id: string | "others" } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; ended: number }; error: 'sessions.not_found' }
  /** Create the first administrator with the single-use set-up link, and sign in. `POST /auth/setup` */
  setUp: { input: { body: { name: string; email: string; password: string; password_confirmation: string; pin?: string; token: string } }; answer: { access_token?: string; email_verification_required: boolean; redirect_to?: string; user?: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string }; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean }; error: 'auth.email_taken' | 'maintenance.active' | 'setup.link_invalid' | 'setup.required' }
  /** Check whether a set-up link is still valid; does not consume it. `POST /auth/setup/check` */
  checkSetupLink: { input: { body: { token: string } }; answer: { valid: boolean; expires_at: string | null }; error: never }
  /** Object to another person’s action on your account, which stays closed until you prove who you are or a second administrator reopens it. `POST /auth/stop` */
  stopClosing: { input: { body: { token: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'links.expired' | 'links.used' | 'links.wrong' | 'requests.decided' | 'requests.expired' | 'requests.not_found' | 'trust.nothing_to_stop' }
  /** Get the signed-in user, and what the sign-in still needs. `GET /auth/user` */
  getCurrentUser: { input: Record<never, never>; answer: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean; remember?: boolean; auto_lock_minutes: number | null; page_language: string | null; is_locked: boolean; codes_closed_until: string | null; is_stopped?: boolean; second_factor_asked?: { due_at: string | null }; address_in_doubt?: boolean; enrolment_required?: boolean }; error: never }
  /** Count how often passwords whose SHA-1 starts with these five characters appeared in breaches. `GET /breach-range/{prefix}` */
  breachRange: { input: { params: { prefix: string } }; answer: { known: boolean; suffixes: { suffix: string; count: number }[] }; error: never }
  /** List people you share keys with, directly or through your own group, latest first. `GET /contacts` */
  listContacts: { input: Record<never, never>; answer: { data: ({ email: string; name: string | null })[]; is_mail_available: boolean }; error: never }
  /** List groups that you own or belong to. `GET /groups` */
  listGroups: { input: Record<never, never>; answer: { own_groups: { id: string; name: string; members: number; keys: number; created_at: string }[]; joined_groups: { id: string; name: string; owner: { name: string }; keys: number }[] }; error: never }
  /** Create a group of people to share with. `POST /groups` */
  addGroup: { input: { body: { name: string } }; answer: { group: { id: string; name: string; members: number; keys: number; created_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.limit_reached' | 'groups.not_found' }
  /** Delete your own group; its members lose what they had through it. `DELETE /groups/{id}` */
  deleteGroup: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.not_found' }
  /** Get your own group with its members and the keys shared with it. `GET /groups/{id}` */
  getGroup: { input: { params: { id: string } }; answer: { group: { id: string; name: string; members: number; keys: number; created_at: string }; members: ({ id: string; email: string; name: string | null; manages_service_accounts: boolean; added_at: string })[]; keys: ({ id: string; name: string; share_id: string; permission: "admin" | "view-only"; created_at: string; expires_at: string | null })[] }; error: 'groups.not_found' }
  /** Rename your own group. `PATCH /groups/{id}` */
  renameGroup: { input: { params: { id: string }; body: { name: string } }; answer: { group: { id: string; name: string; members: number; keys: number; created_at: string }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.not_found' }
  /** Leave a group that somebody else owns. `POST /groups/{id}/leave` */
  leaveGroup: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.not_found' }
  /** Add a member, who sees all keys of the group at once; the answer does not reveal whether the address has an account. `POST /groups/{id}/members` */
  addGroupMember: { input: { params: { id: string }; body: { email: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; type: "success" | "info" | "warning"; member_id: string | null }; error: 'groups.full' | 'groups.not_found' | 'sharing.too_many_invitations' }
  /** Remove a member, who loses the keys of the group from the next call on. `DELETE /groups/{id}/members/{member_id}` */
  removeGroupMember: { input: { params: { id: string; member_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.member_not_found' | 'groups.not_found' }
  /** Allow or disallow a member to manage the service accounts of your own group. `PATCH /groups/{id}/members/{member_id}` */
  changeGroupMember: { input: { params: { id: string; member_id: string }; body: { manages_service_accounts: boolean } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.member_not_found' | 'groups.not_found' }
  /** Confirm the person who signed up with the address, where no e-mail proves it. `POST /groups/{id}/members/{member_id}/confirm` */
  confirmGroupMember: { input: { params: { id: string; member_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.member_not_found' | 'groups.not_found' }
  /** Get what this installation offers before sign-in. `GET /installation` */
  getInstallation: { input: Record<never, never>; answer: { name: string; sign_up: "open" | "invite" | "closed"; setup_required: boolean; password_min_length: number; providers: ({ id: "google" | "facebook" | "oidc"; name: string })[]; maintenance: { until: string; message: string } | null }; error: never }
  /** List your own keys and keys shared with you. `GET /keys` */
  listKeys: { input: Record<never, never>; answer: { own_keys: ({ id: string; name: string; type: "totp" | "hotp" | "steam"; issuer: string | null; account: string | null; algorithm: "SHA1" | "SHA256" | "SHA512"; digits: number; period: number | null; counter: number | null; tags: string[]; sites?: string[]; favourite: boolean; exclusive?: boolean; icon?: string; created_at: string; copied_at: string | null; groups?: { id: string; name: string }[]; shared_with: number })[]; shared_keys: ({ id: string; name: string; type: "totp" | "hotp" | "steam"; issuer: string | null; account: string | null; algorithm: "SHA1" | "SHA256" | "SHA512"; digits: number; period: number | null; counter: number | null; tags: string[]; sites?: string[]; favourite: boolean; exclusive?: boolean; icon?: string; created_at: string; copied_at: string | null; groups?: { id: string; name: string }[]; permission: "admin" | "view-only"; shared_by: { name: string }; expires_at: string | null; group: { id: string; name: string } | null })[] }; error: never }
  /** Add a key: typed, from an otpauth link, or with a generated secret. `POST /keys` */
  addKey: { input: { body: { name: string; secret?: string; uri?: string; type?: "totp" | "hotp" | "steam"; issuer?: string; account?: string; algorithm?: "SHA1" | "SHA256" | "SHA512"; digits?: number; period?: number; counter?: number; tags?: string[]; sites?: string[]; note?: string } }; answer: { key: { id: string; name: string; type: "totp" | "hotp" | "steam"; issuer: string | null; account: string | null; algorithm: "SHA1" | "SHA256" | "SHA512"; digits: number; period: number | null; counter: number | null; tags: string[]; sites?: string[]; favourite: boolean; exclusive?: boolean; icon?: string; created_at: string; copied_at: string | null; groups?: { id: string; name: string }[]; shared_with: number }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; provisioning?: { secret: string; uri: string } }; error: 'keys.limit_reached' | 'keys.secret_invalid' | 'keys.secret_too_long' | 'keys.secret_too_short' | 'keys.site_invalid' | 'keys.site_public_suffix' | 'keys.uri_invalid' }
  /** Delete your own key; it can be restored for a moment. `DELETE /keys/details/{id}` */
  deleteKey: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; people_losing_access: number; restorable_until: string }; error: 'keys.not_found' | 'keys.owner_only' }
  /** List keys whose share with you ended less than 30 days ago, and which you can ask for again. `GET /keys/ended` */
  listEndedKeys: { input: Record<never, never>; answer: { data: ({ id: string; name: string; issuer: string | null; shared_by: { name: string }; because: "owner" | "time"; ended_at: string; asked_at: string | null; can_ask: boolean })[] }; error: never }
  /** Export your own keys with their secrets, all or the named ones. Needs the PIN; the browser writes and encrypts the file. `POST /keys/export` */
  exportKeys: { input: { body: { format: "twofold" | "links" | "qr" | "aegis" | "bitwarden" | "keepass"; key_ids?: string[] } }; answer: { keys: { name: string; uri: string; tags: string[]; sites?: string[]; note: string; favourite?: boolean; icon?: string }[]; icons_left_out: number; exported_at: string }; error: 'keys.not_found' }
  /** List the current code of every key that the user can see. `GET /keys/generate-codes` */
  generateCodes: { input: Record<never, never>; answer: { codes: ({ id: string; code: string; next_code: string | null; period: number | null; time_remaining: number | null; taken_by?: string; taken_at?: string; turns?: { by: string; is_own: boolean; from: string; until: string }[] })[]; time_remaining: number; server_time: string }; error: never }
  /** Import keys from links: a dry run first, then all new ones at once; keys that exist already are skipped. `POST /keys/import` */
  importKeys: { input: { body: { dry_run: boolean; entries: { name: string; uri: string; tags?: string[]; sites?: string[]; note?: string; favourite?: boolean; icon?: string }[] } }; answer: { verdicts: ({ verdict: "add" | "duplicate" | "refused"; reason: string | null })[]; added: number; duplicates: number; refused: number; icons_left_out: number }; error: never }
  /** Dismiss the notice about these keys. `DELETE /keys/removed-links` */
  dismissRemovedLinks: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: never }
  /** List your own keys whose name held a link with their secret, which an upgrade removed. `GET /keys/removed-links` */
  listRemovedLinks: { input: Record<never, never>; answer: { data: { id: string; name: string }[] }; error: never }
  /** Share several of your own keys at once, each with its own result. `POST /keys/share` */
  shareKeys: { input: { body: { key_ids: string[]; email?: string; group_id?: string; service_account_id?: string; approval?: "none" | "each" | "per_run"; four_eyes?: boolean; permission?: "admin" | "view"; expires_at?: string | null } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; type: "success" | "info" | "warning"; results: ({ id: string; outcome: "shared" | "changed" | "unchanged" | "not_found"; share_id: string | null })[] }; error: 'groups.not_found' | 'service_accounts.not_found' | 'sharing.codes_only' | 'sharing.expires_in_past' | 'sharing.for_programs' | 'sharing.limit_reached' | 'sharing.too_many_invitations' }
  /** Get a key, own or shared, with its note. `GET /keys/{id}` */
  getKey: { input: { params: { id: string } }; answer: { key: { id: string; name: string; type: "totp" | "hotp" | "steam"; issuer: string | null; account: string | null; algorithm: "SHA1" | "SHA256" | "SHA512"; digits: number; period: number | null; counter: number | null; tags: string[]; sites?: string[]; favourite: boolean; exclusive?: boolean; icon?: string; created_at: string; access: "owner" | "admin" | "view-only"; note: string | null; backup_codes: { total: number; unused: number } | null } }; error: 'keys.not_found' }
  /** Change a key: its name and description with full control, the rest only as its owner; the favorite mark is per person. `PATCH /keys/{id}` */
  editKey: { input: { params: { id: string }; body: { name?: string; tags?: string[]; sites?: string[]; note?: string; favourite?: boolean; exclusive?: boolean; issuer?: string; account?: string; algorithm?: "SHA1" | "SHA256" | "SHA512"; digits?: number; period?: number; counter?: number } }; answer: { key: { id: string; name: string; type: "totp" | "hotp" | "steam"; issuer: string | null; account: string | null; algorithm: "SHA1" | "SHA256" | "SHA512"; digits: number; period: number | null; counter: number | null; tags: string[]; sites?: string[]; favourite: boolean; exclusive?: boolean; icon?: string; created_at: string; access: "owner" | "admin" | "view-only"; note: string | null; backup_codes: { total: number; unused: number } | null }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'keys.site_invalid' | 'keys.site_public_suffix' | 'keys.view_only' }
  /** Ask the owner of a key for a share that has ended, at most once a day. `POST /keys/{id}/ask-again` */
  askAgain: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'sharing.asked_already' }
  /** List the backup codes of a key. Needs the PIN; each view is recorded. `GET /keys/{id}/backup-codes` */
  listBackupCodes: { input: { params: { id: string } }; answer: { data: ({ id: string; code: string; used_at: string | null; used_by: string | null })[] }; error: 'keys.not_found' | 'keys.view_only' }
  /** Add backup codes to a key; existing ones are kept. `POST /keys/{id}/backup-codes` */
  addBackupCodes: { input: { params: { id: string }; body: { codes: string[] } }; answer: { added: number; total: number; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.backup_codes_limit' | 'keys.not_found' | 'keys.view_only' }
  /** Remove a backup code from a key. `DELETE /keys/{id}/backup-codes/{code_id}` */
  removeBackupCode: { input: { params: { id: string; code_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.backup_code_not_found' | 'keys.not_found' | 'keys.view_only' }
  /** Mark a backup code as used or unused. `PATCH /keys/{id}/backup-codes/{code_id}` */
  markBackupCode: { input: { params: { id: string; code_id: string }; body: { used: boolean } }; answer: { used_at: string | null; used_by: string | null; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.backup_code_not_found' | 'keys.not_found' | 'keys.view_only' }
  /** Get the current code of a key. `GET /keys/{id}/code` */
  showCode: { input: { params: { id: string } }; answer: { id: string; code: string; period: number; window: { from: string; until: string }; valid_for_seconds: number; server_time: string }; error: 'keys.code_on_demand' | 'keys.exclusive' | 'keys.not_found' | 'keys.unreadable' }
  /** Record that a code was copied, so that others with the key see that it is taken. `POST /keys/{id}/copied` */
  copiedCode: { input: { params: { id: string }; body: { code?: "current" | "next" } }; answer: { copied_at: string; taken_by?: string; taken_at?: string; reserved_by?: string }; error: 'keys.exclusive' | 'keys.not_found' }
  /** Count the people who would lose access if you deleted your own key. `GET /keys/{id}/deletion` */
  previewKeyDeletion: { input: { params: { id: string } }; answer: { name: string; people_losing_access: number; backup_codes: number }; error: 'keys.not_found' | 'keys.owner_only' }
  /** Remove the icon of a key. Needs full control. `DELETE /keys/{id}/icon` */
  removeKeyIcon: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.view_only' }
  /** Get the icon of a key, as PNG in Base64. `GET /keys/{id}/icon` */
  getKeyIcon: { input: { params: { id: string } }; answer: { icon: string; png: string }; error: 'keys.icon_not_found' | 'keys.not_found' }
  /** Set the icon of a key: a PNG of at most 256 × 256 pixels and 64 kB, re-encoded from its pixels. Needs full control. `PUT /keys/{id}/icon` */
  setKeyIcon: { input: { params: { id: string }; body: { png: string } }; answer: { icon: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.icon_invalid' | 'keys.not_found' | 'keys.view_only' }
  /** Leave a key that somebody shares with you. `POST /keys/{id}/leave` */
  leaveKey: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'sharing.own_key' | 'sharing.through_group' }
  /** Advance the counter of an HOTP key by one and get its code. `POST /keys/{id}/next-code` */
  nextCode: { input: { params: { id: string } }; answer: { id: string; code: string; counter: number }; error: 'keys.counter_exhausted' | 'keys.not_counter_based' | 'keys.not_found' }
  /** Get who took the last code of a key, how many are waiting, and when a new request would get one. `GET /keys/{id}/queue` */
  showQueue: { input: { params: { id: string } }; answer: { waiting: number; next_at: string; last_taken: { by: string; is_own: boolean; at: string } | null; server_time: string }; error: 'keys.not_found' | 'takes.margin_too_long' }
  /** Restore a key that was just deleted, with everybody’s access. `POST /keys/{id}/restore` */
  restoreKey: { input: { params: { id: string } }; answer: { key: { id: string; name: string; type: "totp" | "hotp" | "steam"; issuer: string | null; account: string | null; algorithm: "SHA1" | "SHA256" | "SHA512"; digits: number; period: number | null; counter: number | null; tags: string[]; sites?: string[]; favourite: boolean; exclusive?: boolean; icon?: string; created_at: string; copied_at: string | null; groups?: { id: string; name: string }[]; shared_with: number }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.limit_reached' | 'keys.not_found' | 'keys.not_restorable' }
  /** Rotate the secret of your own key. Needs the PIN; everybody with access keeps it, and the old secret is destroyed. `POST /keys/{id}/rotate` */
  rotateKey: { input: { params: { id: string }; body: { secret?: string; uri?: string; type?: "totp" | "hotp" | "steam"; algorithm?: "SHA1" | "SHA256" | "SHA512"; digits?: number; period?: number; counter?: number; codes: [string, string]; drop_backup_codes?: boolean } }; answer: { key: { id: string; name: string; type: "totp" | "hotp" | "steam"; issuer: string | null; account: string | null; algorithm: "SHA1" | "SHA256" | "SHA512"; digits: number; period: number | null; counter: number | null; tags: string[]; sites?: string[]; favourite: boolean; exclusive?: boolean; icon?: string; created_at: string; access: "owner" | "admin" | "view-only"; note: string | null; backup_codes: { total: number; unused: number } | null }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; told: number; renewals_closed: number }; error: 'keys.codes_not_in_a_row' | 'keys.not_found' | 'keys.owner_only' | 'keys.secret_invalid' | 'keys.secret_required' | 'keys.secret_too_long' | 'keys.secret_too_short' | 'keys.secret_unchanged' | 'keys.uri_invalid' }
  /** Get the secret of a key and its otpauth link. Needs the PIN; each view is recorded. `GET /keys/{id}/secret` */
  showSecret: { input: { params: { id: string } }; answer: { secret: string; uri: string }; error: 'keys.not_found' | 'keys.view_only' }
  /** Share your own key; the answer does not reveal whether the address has an account. `POST /keys/{id}/share` */
  shareKey: { input: { params: { id: string }; body: { email?: string; group_id?: string; service_account_id?: string; approval?: "none" | "each" | "per_run"; four_eyes?: boolean; permission?: "admin" | "view"; expires_at?: string | null } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; type: "success" | "info" | "warning"; share_id: string | null }; error: 'groups.not_found' | 'keys.not_found' | 'keys.owner_only' | 'service_accounts.not_found' | 'sharing.codes_only' | 'sharing.expires_in_past' | 'sharing.for_programs' | 'sharing.limit_reached' | 'sharing.too_many_invitations' }
  /** List who has your key, since when, until when, and when they last used it. `GET /keys/{id}/shares` */
  listShares: { input: { params: { id: string } }; answer: { data: ({ id: string; email: string | null; name: string | null; group: { id: string; name: string; members: number } | null; service_account: { id: string; name: string; managers: number; approval: "none" | "each" | "per_run"; four_eyes: boolean; is_accepted: boolean } | null; permission: "admin" | "view-only"; created_at: string; expires_at: string | null; is_expired: boolean; last_shown_at: string | null; last_used_at: string | null; secret_seen_at: string | null; awaits_confirmation: boolean })[]; ended: ({ id: string; email: string | null; name: string | null; group: { id: string; name: string; members: number } | null; service_account: { id: string; name: string; managers: number; approval: "none" | "each" | "per_run"; four_eyes: boolean; is_accepted: boolean } | null; permission: "admin" | "view-only"; created_at: string; expires_at: string | null; is_expired: boolean; last_shown_at: string | null; last_used_at: string | null; secret_seen_at: string | null; awaits_confirmation: boolean; ended_at: string })[]; asked: ({ id: string; email: string | null; name: string | null; group: { id: string; name: string; members: number } | null; service_account: { id: string; name: string; managers: number; approval: "none" | "each" | "per_run"; four_eyes: boolean; is_accepted: boolean } | null; permission: "admin" | "view-only"; created_at: string; expires_at: string | null; is_expired: boolean; last_shown_at: string | null; last_used_at: string | null; secret_seen_at: string | null; awaits_confirmation: boolean; ended_at: string; asked_at: string })[] }; error: 'keys.not_found' | 'keys.owner_only' }
  /** Revoke a share, effective from the next call on. `DELETE /keys/{id}/shares/{share_id}` */
  revokeShare: { input: { params: { id: string; share_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'sharing.not_found' }
  /** Change the level or expiry of a share, or whether a service account has to ask before each code. `PATCH /keys/{id}/shares/{share_id}` */
  changeShare: { input: { params: { id: string; share_id: string }; body: { permission?: "admin" | "view"; expires_at?: string | null; approval?: "none" | "each" | "per_run"; four_eyes?: boolean } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'sharing.codes_only' | 'sharing.expires_in_past' | 'sharing.for_programs' | 'sharing.not_found' }
  /** Confirm the person who signed up with the address, where no e-mail proves it. `POST /keys/{id}/shares/{share_id}/confirm` */
  confirmShare: { input: { params: { id: string; share_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'sharing.not_found' }
  /** Remind a recipient who has not used a share yet; the answer does not reveal whether the address has an account. `POST /keys/{id}/shares/{share_id}/remind` */
  remindShare: { input: { params: { id: string; share_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'sharing.not_found' | 'sharing.too_many_invitations' }
  /** Undo revoking a share, within a day. `POST /keys/{id}/shares/{share_id}/restore` */
  restoreShare: { input: { params: { id: string; share_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'sharing.cannot_undo' | 'sharing.limit_reached' }
  /** Take a code that nobody else gets; waits for one, and answers 202 while it is still waiting. `POST /keys/{id}/take` */
  takeCode: { input: { params: { id: string }; body: { wait_seconds?: number; hold_seconds?: number; min_valid_seconds?: number; reason?: string; run?: { url?: string; id?: string } } }; answer: { take: { id: string; key_id: string; state: "queued" | "awaiting_approval" | "handed" | "timed_out" | "cancelled" | "abandoned" | "ended" | "unreadable" | "denied"; deadline: string; code?: string; window?: number; counter?: number; valid_until?: string; valid_for_seconds?: number; position?: number; estimated_at?: string; approval?: { url: string; number: number }; accepted?: boolean }; server_time: string }; error: 'idempotency.mismatch' | 'keys.counter_exhausted' | 'keys.not_found' | 'keys.unreadable' | 'takes.code_gone' | 'takes.denied' | 'takes.limit' | 'takes.margin_too_long' | 'takes.not_found' | 'takes.queue_full' | 'takes.timed_out' | 'takes.too_long' }
  /** Withdraw the offer of your own key. `DELETE /keys/{id}/transfer` */
  withdrawOffer: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'sharing.offer_over' }
  /** Get the pending offer of your own key: the recipient and its expiry. `GET /keys/{id}/transfer` */
  findOffer: { input: { params: { id: string } }; answer: { offer: { email: string; created_at: string; expires_at: string } | null }; error: 'keys.not_found' | 'keys.owner_only' }
  /** Offer your own key to a new owner, who owns it once they accept; the answer does not reveal whether the address has an account. Needs the PIN. `POST /keys/{id}/transfer` */
  transferKey: { input: { params: { id: string }; body: { email: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.not_found' | 'keys.owner_only' | 'sharing.too_many_invitations' | 'sharing.transfer_to_self' }
  /** Release reservations whose code has not started. `DELETE /keys/{id}/turn` */
  giveTurnBack: { input: { params: { id: string } }; answer: { given_back: boolean }; error: 'keys.counter_based' | 'keys.exclusive' | 'keys.not_found' }
  /** Reserve the next code of a key, visible to others with the key; repeating it returns the same reservation. `POST /keys/{id}/turn` */
  takeTurn: { input: { params: { id: string } }; answer: { turn: { by: string; is_own: boolean; from: string; until: string } }; error: 'keys.counter_based' | 'keys.exclusive' | 'keys.not_found' | 'keys.turn_taken' }
  /** List who saw or copied codes of your own key, newest first. `GET /keys/{id}/usage` */
  keyUsage: { input: { params: { id: string }; query?: { page?: number } }; answer: { data: ({ kind: "shown" | "copied" | "secret" | "backup_codes" | "export"; person: { name: string; email: string | null; is_owner: boolean }; reason: string | null; at: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number; copies: number[] }; error: 'keys.not_found' | 'keys.owner_only' }
  /** Stream changes while a page is open, as server-sent events. `GET /live` */
  liveStream: { input: Record<never, never>; answer: Response; error: never }
  /** End this session. `POST /logout` */
  signOutAlias: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: never }
  /** Start a device sign-in (RFC 8628): returns the code that a person types at /device. `POST /oauth/device` */
  startDeviceSignIn: { input: { body: { client_id: string; device_name?: string; scope?: string } }; answer: { device_code: string; user_code: string; verification_uri: string; expires_in: number; interval: number }; error: 'oauth.unauthorized_client' }
  /** Revoke a token (RFC 7009); unknown tokens get the same answer. `POST /oauth/revoke` */
  revokeFoundToken: { input: { body: { token: string; token_type_hint?: string; reason?: "leaked" } }; answer: Record<never, never>; error: never }
  /** Exchange a workload’s token (RFC 8693) or an approved device sign-in (RFC 8628) for an access token. Errors follow RFC 6749. `POST /oauth/token` */
  issueToken: { input: { body: { grant_type: string; device_code?: string; subject_token?: string; subject_token_type?: string; requested_token_type?: string; audience?: string; resource?: string; scope?: string; client_id?: string } }; answer: { access_token: string; issued_token_type?: string; token_type: "Bearer"; expires_in: number; scope?: string }; error: 'oauth.access_denied' | 'oauth.authorization_pending' | 'oauth.expired_token' | 'oauth.invalid_grant' | 'oauth.missing_parameter' | 'oauth.slow_down' | 'oauth.unsupported_grant_type' | 'workload.issuer_unreachable' | 'workload.replayed' }
  /** List keys that others offer to you. `GET /offers` */
  listOffers: { input: Record<never, never>; answer: { data: ({ id: string; key: { name: string; issuer: string | null }; offered_by: { name: string }; created_at: string; expires_at: string })[] }; error: never }
  /** Accept an offered key and become its owner. `POST /offers/{id}/accept` */
  acceptOffer: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; key_id: string }; error: 'keys.limit_reached' | 'keys.not_found' | 'sharing.offer_over' }
  /** Decline an offered key. `POST /offers/{id}/decline` */
  declineOffer: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'sharing.offer_over' }
  /** Send a link for a new PIN to your own address; also while the vault is locked. `POST /pin/forgotten` */
  requestNewPin: { input: { body: { current_password: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'mail.not_set_up' | 'mail.unavailable' | 'profile.password_wrong' }
  /** Verify the PIN, which opens secrets and exports for five minutes in this session; also unlocks a locked vault. `POST /pin/verify` */
  verifyPin: { input: { body: { pin: string } }; answer: { valid_until: string }; error: 'pin.locked' | 'pin.not_set' | 'pin.void' | 'pin.wrong' }
  /** Deactivate your own account and end its sessions; its data is removed after 30 days. `DELETE /profile` */
  deleteProfile: { input: { body: { password?: string; confirmation: "DELETE" } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; requires_reauth: boolean }; error: 'accounts.last_administrator' | 'pin.required' | 'profile.password_required' | 'profile.password_wrong' }
  /** Get your own account. `GET /profile` */
  getProfile: { input: Record<never, never>; answer: { user: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string; pending_email: string | null; auto_lock_minutes: number | null; has_password: boolean; has_pin: boolean } }; error: never }
  /** Change your name or e-mail address; a new address needs the password and takes effect once confirmed. `PUT /profile` */
  updateProfile: { input: { body: { name: string; email: string; current_password?: string; auto_lock_minutes?: number | null } }; answer: { user: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string; pending_email: string | null; auto_lock_minutes: number | null; has_password: boolean; has_pin: boolean }; pending_email: string | null; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'auth.email_taken' | 'keys.codes_closed' | 'keys.secrets_closed' | 'pin.not_set' | 'pin.required' | 'profile.password_missing' | 'profile.password_wrong' }
  /** List the activity of your own account, newest first. `GET /profile/activity` */
  listActivity: { input: { query?: { page?: number; show?: "sign_in" | "security" | "keys" | "shares" | "others" } }; answer: { data: ({ id: string; kind: string; group: "sign_in" | "security" | "keys" | "shares"; description: string; said: { description: ({ code: string; values?: Record<string, string | number> })[] }; actor: string | null; address: string | null; happened_at: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number }; error: never }
  /** List the administrators, and what they did to your account or looked at, newest first. `GET /profile/administrators` */
  listActsOnMe: { input: { query?: { page?: number } }; answer: { data: ({ id: string; action: string; title: string; said: { title: ({ code: string; values?: Record<string, string | number> })[] }; what: string | null; by: string | null; happened_at: string })[]; current_page: number; last_page: number; per_page: number; total: number; from: number; to: number; administrators: string[]; administrators_total: number; waiting_days: number }; error: never }
  /** Get why another person’s action closed your account, until when, and what reopens it; null while it is open. `GET /profile/closing` */
  getClosing: { input: Record<never, never>; answer: { closing: { hands: ({ kind: "restored" | "address_changed" | "password_set" | "reset_link_handed_over" | "pin_set" | "factors_removed" | "provider" | "sender" | "template" | "theme" | "mapping" | "app_address"; by: string | null; happened_at: string })[]; codes_until: string | null; secrets_until: string | null; is_stopped: boolean; proofs: ("passkey" | "totp" | "recovery_code" | "pin" | "password")[] } | null }; error: never }
  /** List who would lose access to which keys if you deleted your account. `GET /profile/deletion` */
  previewDeletion: { input: Record<never, never>; answer: { keys: number; shared_keys: { id: string; name: string; people: number }[]; people_losing_access: number; is_last_administrator: boolean }; error: never }
  /** List signed-in programs. `GET /profile/devices` */
  listDevices: { input: Record<never, never>; answer: { data: ({ id: string; name: string; address: string | null; created_at: string; last_seen_at: string; expires_at: string })[] }; error: never }
  /** Approve the sign-in of the program behind a code. Needs the PIN. `POST /profile/devices` */
  approveDevice: { input: { body: { user_code: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'devices.code_wrong' | 'devices.other_network' }
  /** Deny the sign-in of the program behind a code. `POST /profile/devices/deny` */
  denyDevice: { input: { body: { user_code: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'devices.code_wrong' }
  /** Get the program that is waiting behind a code. `POST /profile/devices/find` */
  findDeviceSignIn: { input: { body: { user_code: string } }; answer: { program: string; device: string | null; address: string; is_same_network: boolean; started_at: string; expires_at: string }; error: 'devices.code_wrong' | 'devices.other_network' }
  /** Sign a program out. `DELETE /profile/devices/{id}` */
  endDevice: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'devices.not_found' }
  /** Change your password, or set the first one; every session ends. `PUT /profile/password` */
  changePassword: { input: { body: { current_password: string | null; new_password: string; new_password_confirmation: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; requires_reauth: boolean }; error: 'pin.required' | 'profile.password_unchanged' | 'profile.password_wrong' }
  /** Cancel a change of e-mail address; its link becomes invalid. `DELETE /profile/pending-email` */
  cancelEmailChange: { input: Record<never, never>; answer: { user: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string; pending_email: string | null; auto_lock_minutes: number | null; has_password: boolean; has_pin: boolean }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: never }
  /** Resend the link that confirms the new e-mail address; the previous link becomes invalid. `POST /profile/pending-email` */
  resendEmailChange: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'mail.not_set_up' | 'mail.unavailable' | 'profile.no_pending_email' }
  /** Change the PIN with the current one, or with the password and the second factor or a recovery code. An account without a PIN needs only the password or the second factor. `PUT /profile/pin` */
  changePin: { input: { body: { current_pin?: string; current_password?: string; totp_code?: string; recovery_code?: string; passkey?: { challenge_id: string; assertion: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null } } }; new_pin: string; new_pin_confirmation: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'auth.passkey_refused' | 'factors.code_wrong' | 'pin.factor_required' | 'pin.locked' | 'pin.not_set' | 'pin.password_required' | 'pin.proof_required' | 'pin.proof_wrong' | 'pin.second_proof_required' | 'pin.sign_in_again' | 'pin.void' | 'pin.wrong' | 'profile.password_wrong' | 'vault.locked' }
  /** Get which optional e-mails you receive, and your languages. `GET /profile/preferences` */
  getPreferences: { input: Record<never, never>; answer: { data: ({ event: string; title: string; description: string; said: { title: ({ code: string; values?: Record<string, string | number> })[]; description: ({ code: string; values?: Record<string, string | number> })[] }; is_wanted: boolean })[]; language: string | null; languages: string[] }; error: never }
  /** Choose which optional e-mails you receive, and the languages of e-mails and pages. `PUT /profile/preferences` */
  putPreferences: { input: { body: { preferences?: Record<string, boolean>; language?: string | null; page_language?: string | null } }; answer: { data: ({ event: string; title: string; description: string; said: { title: ({ code: string; values?: Record<string, string | number> })[]; description: ({ code: string; values?: Record<string, string | number> })[] }; is_wanted: boolean })[]; language: string | null; languages: string[]; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'profile.preference_unknown' }
  /** Reopen your own account with proof from before it was closed. `POST /profile/proof` */
  proveAccount: { input: { body: { method: "totp"; code: string } | { method: "recovery_code"; code: string } | { method: "passkey"; challenge_id: string; assertion: { id: string; rawId: string; type: "public-key"; response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null } } } | { method: "pin"; pin: string } | { method: "password"; password: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'links.expired' | 'links.used' | 'links.wrong' | 'pin.locked' | 'pin.not_set' | 'pin.void' | 'pin.wrong' | 'trust.not_closed' | 'trust.proof_wrong' }
  /** List pending requests of administrators that concern your account. `GET /profile/requests` */
  listOwnRequests: { input: Record<never, never>; answer: { data: ({ id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string })[]; acts_alone: boolean }; error: never }
  /** Object to a request that concerns your account; it is then never carried out. `POST /profile/requests/{id}/stop` */
  stopRequest: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; request: { id: string; act: "change_address" | "set_password" | "set_pin" | "remove_factors" | "create_administrator" | "promote" | "demote" | "activate_administrator" | "deactivate_administrator" | "deactivate_user" | "restore_administrator" | "delete_user" | "bulk" | "hand_over" | "loosen_rules" | "add_issuer"; what: string; said: { what: ({ code: string; values?: Record<string, string | number> })[]; outcome: ({ code: string; values?: Record<string, string | number> })[] }; state: "waiting" | "approved" | "running" | "interrupted" | "carried_out" | "failed" | "refused" | "withdrawn" | "stopped" | "expired"; asker: { id: string | null; name: string }; subject: { id: string | null; name: string } | null; reason: string; detail: Record<string, string>; impact: { users: number; keys: number; shared_keys: number; people: number; sessions: number }; created_at: string; runs_at: string | null; expires_at: string; decided_at: string | null; decided_by: string | null; outcome: string } }; error: 'requests.decided' | 'requests.expired' | 'requests.not_found' }
  /** Get figures about your own account. `GET /profile/stats` */
  getProfileStats: { input: Record<never, never>; answer: { stats: { total_keys: number; shared_keys_received: number; recovery_codes_available: number; recovery_codes_used: number; last_login: string | null; account_created: string; account_status: "active" | "inactive"; keys_shared_by_me: number } }; error: never }
  /** List your access tokens that are live or expired within 30 days. `GET /profile/tokens` */
  listTokens: { input: Record<never, never>; answer: { data: ({ id: string; name: string; last_four: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[]; is_agent: boolean; networks: string[] | null; key_ids: string[] | null; trusted_until: string | null; takes_per_minute: number | null; takes_per_day: number | null; created_at: string; created_by: string | null; expires_at: string; last_used_at: string | null; last_used_address: string | null; is_replaced: boolean })[] }; error: never }
  /** Create a personal access token. Needs the PIN. `POST /profile/tokens` */
  createToken: { input: { body: { name: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[]; is_agent?: boolean; expires_in_days: number; trusted_minutes?: number | null; networks?: string[] | null; key_ids?: string[] | null; takes_per_minute?: number | null; takes_per_day?: number | null } }; answer: { token: { id: string; name: string; last_four: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[]; is_agent: boolean; networks: string[] | null; key_ids: string[] | null; trusted_until: string | null; takes_per_minute: number | null; takes_per_day: number | null; created_at: string; created_by: string | null; expires_at: string; last_used_at: string | null; last_used_address: string | null; is_replaced: boolean }; secret?: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'tokens.agent_scopes' | 'tokens.for_administrators' | 'tokens.key_unknown' | 'tokens.limit_reached' | 'tokens.network_invalid' | 'tokens.trust_unnamed' }
  /** Revoke an access token at once. `DELETE /profile/tokens/{id}` */
  revokeToken: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'tokens.not_found' }
  /** Rotate an access token, keeping permissions and lifetime; the old one ends after the overlap. Needs the PIN. `POST /profile/tokens/{id}/rotate` */
  rotateToken: { input: { params: { id: string }; body: { overlap_hours?: number } }; answer: { token: { id: string; name: string; last_four: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[]; is_agent: boolean; networks: string[] | null; key_ids: string[] | null; trusted_until: string | null; takes_per_minute: number | null; takes_per_day: number | null; created_at: string; created_by: string | null; expires_at: string; last_used_at: string | null; last_used_address: string | null; is_replaced: boolean }; secret?: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'tokens.agent_scopes' | 'tokens.ended' | 'tokens.for_administrators' | 'tokens.limit_reached' | 'tokens.not_found' | 'tokens.trust_unnamed' }
  /** List open reviews that include your keys, and your own finished reviews. `GET /reviews` */
  listReviews: { input: Record<never, never>; answer: { data: ({ id: string; scope: "all" | "tag" | "group" | "outside"; of: string | null; is_office: boolean; started_by: { name: string }; created_at: string; due_at: string; state: "starting" | "open" | "ending" | "ended" | "withdrawn"; total: number; left: number })[] }; error: never }
  /** Start a review of who can use your keys. `POST /reviews` */
  startReview: { input: { body: { scope: "all" | "tag" | "group" | "outside"; tag?: string; group_id?: string; domains?: string; due_at: string } }; answer: { id: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.not_found' | 'reviews.due_too_late' | 'reviews.due_too_soon' | 'reviews.limit_reached' | 'reviews.nothing_to_review' }
  /** End your own review early; it revokes nothing further. `DELETE /reviews/{id}` */
  withdrawReview: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'reviews.not_found' | 'reviews.over' }
  /** List the grants of your keys under review, unanswered ones first where there are many. `GET /reviews/{id}` */
  getReview: { input: { params: { id: string } }; answer: { review: { id: string; scope: "all" | "tag" | "group" | "outside"; of: string | null; is_office: boolean; started_by: { name: string }; created_at: string; due_at: string; state: "starting" | "open" | "ending" | "ended" | "withdrawn"; total: number; left: number }; has_more: boolean; items: ({ id: string; about: { id: string; name: string; kind: "key" | "group" }; email: string | null; name: string | null; group: { id: string; name: string; members: number } | null; permission: "admin" | "view-only" | null; since: string | null; until: string | null; last_used_at: string | null; state: "open" | "confirmed" | "revoked" | "gone" | "ended" })[] }; error: 'reviews.not_found' }
  /** Confirm or revoke grants; revoked access ends at once. `POST /reviews/{id}/answers` */
  answerReview: { input: { params: { id: string }; body: { items: string[]; answer: "confirmed" | "revoked" } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; items: ({ id: string; state: "open" | "confirmed" | "revoked" | "gone" | "ended" })[]; left: number }; error: 'reviews.not_found' | 'reviews.over' }
  /** Undo answers: access revoked in this review within a day is granted again. `POST /reviews/{id}/undo` */
  undoReviewAnswers: { input: { params: { id: string }; body: { items: string[] } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] }; items: ({ id: string; state: "open" | "confirmed" | "revoked" | "gone" | "ended" })[]; left: number }; error: 'groups.full' | 'reviews.cannot_undo' | 'reviews.not_found' | 'reviews.over' | 'sharing.limit_reached' }
  /** List service accounts that you manage. `GET /service-accounts` */
  listServiceAccounts: { input: Record<never, never>; answer: { data: ({ id: string; name: string; description: string; group: { id: string; name: string }; created_at: string; suspended: { at: string; because: "manager" | "administrator" | "unused" | "denials" } | null; managers: number; tokens: number; keys: number; keys_waiting: number; last_used_at: string | null })[] }; error: never }
  /** Create a service account for a group whose service accounts you manage. `POST /service-accounts` */
  addServiceAccount: { input: { body: { group_id: string; name: string; description?: string } }; answer: { service_account: { id: string; name: string; description: string; group: { id: string; name: string }; created_at: string; suspended: { at: string; because: "manager" | "administrator" | "unused" | "denials" } | null; managers: number; tokens: number; keys: number; keys_waiting: number; last_used_at: string | null }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'groups.not_found' | 'service_accounts.limit_reached' | 'service_accounts.not_found' }
  /** Delete a service account; its tokens and what is shared with it end at once. `DELETE /service-accounts/{id}` */
  deleteServiceAccount: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' }
  /** Get a service account and its managers. `GET /service-accounts/{id}` */
  getServiceAccount: { input: { params: { id: string } }; answer: { service_account: { id: string; name: string; description: string; group: { id: string; name: string }; created_at: string; suspended: { at: string; because: "manager" | "administrator" | "unused" | "denials" } | null; managers: number; tokens: number; keys: number; keys_waiting: number; last_used_at: string | null }; managers: { name: string; is_owner: boolean }[] }; error: 'service_accounts.not_found' }
  /** Change the name or description of a service account. `PATCH /service-accounts/{id}` */
  editServiceAccount: { input: { params: { id: string }; body: { name?: string; description?: string } }; answer: { service_account: { id: string; name: string; description: string; group: { id: string; name: string }; created_at: string; suspended: { at: string; because: "manager" | "administrator" | "unused" | "denials" } | null; managers: number; tokens: number; keys: number; keys_waiting: number; last_used_at: string | null }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' }
  /** List exchanges for a service account refused within 24 hours, with their verified claims and a rule that would allow them. `GET /service-accounts/{id}/refused` */
  listRefused: { input: { params: { id: string } }; answer: { data: ({ id: string; issuer: { id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys" }; reason: "no_rule" | "event" | "time" | "replayed" | "suspended"; claims: Record<string, string>; address: string; refused_at: string; suggestion: Record<string, string[]> })[] }; error: 'service_accounts.not_found' }
  /** Resume a suspended service account. `POST /service-accounts/{id}/resume` */
  resumeServiceAccount: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.administrator_only' | 'service_accounts.not_found' }
  /** List the keys of a service account, those that wait for a manager first. `GET /service-accounts/{id}/shares` */
  listServiceAccountShares: { input: { params: { id: string } }; answer: { data: ({ id: string; key: { id: string; name: string; owner: { name: string } }; approval: "none" | "each" | "per_run"; four_eyes: boolean; is_accepted: boolean; created_at: string; expires_at: string | null })[] }; error: 'service_accounts.not_found' }
  /** Accept a key for a service account. `POST /service-accounts/{id}/shares/{share_id}/accept` */
  acceptServiceAccountShare: { input: { params: { id: string; share_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'service_accounts.share_not_found' }
  /** Decline a pending key, or give one back. `POST /service-accounts/{id}/shares/{share_id}/decline` */
  declineServiceAccountShare: { input: { params: { id: string; share_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'service_accounts.share_not_found' }
  /** Suspend a service account; its tokens are refused until it is resumed. `POST /service-accounts/{id}/suspend` */
  suspendServiceAccount: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' }
  /** List the tokens of a service account that are live or expired within 30 days. `GET /service-accounts/{id}/tokens` */
  listServiceAccountTokens: { input: { params: { id: string } }; answer: { data: ({ id: string; name: string; last_four: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[]; is_agent: boolean; networks: string[] | null; key_ids: string[] | null; trusted_until: string | null; takes_per_minute: number | null; takes_per_day: number | null; created_at: string; created_by: string | null; expires_at: string; last_used_at: string | null; last_used_address: string | null; is_replaced: boolean })[] }; error: 'service_accounts.not_found' }
  /** Create a token for a service account. Needs the PIN; the owners of its keys are notified. `POST /service-accounts/{id}/tokens` */
  createServiceAccountToken: { input: { params: { id: string }; body: { name: string; expires_in_days: number; networks?: string[] | null; key_ids?: string[] | null; takes_per_minute?: number | null; takes_per_day?: number | null } }; answer: { token: { id: string; name: string; last_four: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[]; is_agent: boolean; networks: string[] | null; key_ids: string[] | null; trusted_until: string | null; takes_per_minute: number | null; takes_per_day: number | null; created_at: string; created_by: string | null; expires_at: string; last_used_at: string | null; last_used_address: string | null; is_replaced: boolean }; secret?: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'service_accounts.suspended' | 'tokens.key_unknown' | 'tokens.limit_reached' | 'tokens.network_invalid' }
  /** Revoke a token of a service account at once. `DELETE /service-accounts/{id}/tokens/{token_id}` */
  revokeServiceAccountToken: { input: { params: { id: string; token_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'tokens.not_found' }
  /** Rotate a token; the old one ends after the overlap. Needs the PIN. `POST /service-accounts/{id}/tokens/{token_id}/rotate` */
  rotateServiceAccountToken: { input: { params: { id: string; token_id: string }; body: { overlap_hours?: number } }; answer: { token: { id: string; name: string; last_four: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[]; is_agent: boolean; networks: string[] | null; key_ids: string[] | null; trusted_until: string | null; takes_per_minute: number | null; takes_per_day: number | null; created_at: string; created_by: string | null; expires_at: string; last_used_at: string | null; last_used_address: string | null; is_replaced: boolean }; secret?: string; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'service_accounts.suspended' | 'tokens.ended' | 'tokens.limit_reached' | 'tokens.not_found' }
  /** List which workloads may act as a service account without a stored token, the available issuers, and the audience to request. `GET /service-accounts/{id}/trusts` */
  listTrusts: { input: { params: { id: string } }; answer: { data: ({ id: string; name: string; issuer: { id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys" }; rules: Record<string, string[]>; minutes: number; created_at: string; created_by: string | null; ends_at: string | null; last_used_at: string | null; last_run: { url: string | null; claims: Record<string, string> } | null })[]; issuers: ({ id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys" })[]; audience: string }; error: 'service_accounts.not_found' }
  /** Let workloads with matching claims act as a service account. Needs the PIN; the owners of its keys are notified. `POST /service-accounts/{id}/trusts` */
  addTrust: { input: { params: { id: string }; body: { name: string; issuer_id: string; rules: Record<string, string[]>; minutes?: number } }; answer: { trust: { id: string; name: string; issuer: { id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys" }; rules: Record<string, string[]>; minutes: number; created_at: string; created_by: string | null; ends_at: string | null; last_used_at: string | null; last_run: { url: string | null; claims: Record<string, string> } | null }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'workload.anchors_missing' | 'workload.claims_limit' | 'workload.issuer_unknown' | 'workload.trust_not_found' | 'workload.trusts_limit' | 'workload.wildcard' }
  /** Delete a trust; the tokens exchanged through it end at once. `DELETE /service-accounts/{id}/trusts/{trust_id}` */
  deleteTrust: { input: { params: { id: string; trust_id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'workload.trust_not_found' }
  /** Change which claims a workload needs. Needs the PIN; the owners of its keys are notified. `PATCH /service-accounts/{id}/trusts/{trust_id}` */
  editTrust: { input: { params: { id: string; trust_id: string }; body: { name?: string; rules?: Record<string, string[]>; minutes?: number } }; answer: { trust: { id: string; name: string; issuer: { id: string; name: string; kind: "github" | "github_enterprise" | "gitlab" | "url" | "keys" }; rules: Record<string, string[]>; minutes: number; created_at: string; created_by: string | null; ends_at: string | null; last_used_at: string | null; last_run: { url: string | null; claims: Record<string, string> } | null }; message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'service_accounts.not_found' | 'workload.anchors_missing' | 'workload.claims_limit' | 'workload.trust_not_found' | 'workload.wildcard' }
  /** List the caller’s latest takes, newest first, without their codes. `GET /takes` */
  listTakes: { input: Record<never, never>; answer: { data: ({ id: string; key_id: string; state: "queued" | "awaiting_approval" | "handed" | "timed_out" | "cancelled" | "abandoned" | "ended" | "unreadable" | "denied"; deadline: string; code?: string; window?: number; counter?: number; valid_until?: string; valid_for_seconds?: number; position?: number; estimated_at?: string; approval?: { url: string; number: number }; accepted?: boolean })[] }; error: never }
  /** List takes that wait for approval by you, as owner or with full control of the key. `GET /takes/approvals` */
  listApprovals: { input: Record<never, never>; answer: { data: ({ id: string; key: { id: string; name: string }; asked_by: string; is_service_account: boolean; token_name: string; last_four: string; verified_run: { url: string | null; claims: Record<string, string> } | null; stated_run: { url?: string; id?: string } | null; reason: string | null; address: string | null; number: number; may_decide: boolean; asked_at: string; deadline: string })[]; server_time: string }; error: never }
  /** Stop waiting for a code. `DELETE /takes/{id}` */
  cancelTake: { input: { params: { id: string } }; answer: { take: { id: string; key_id: string; state: "queued" | "awaiting_approval" | "handed" | "timed_out" | "cancelled" | "abandoned" | "ended" | "unreadable" | "denied"; deadline: string; code?: string; window?: number; counter?: number; valid_until?: string; valid_for_seconds?: number; position?: number; estimated_at?: string; approval?: { url: string; number: number }; accepted?: boolean }; server_time: string }; error: 'keys.counter_exhausted' | 'keys.not_found' | 'keys.unreadable' | 'takes.handed' | 'takes.not_found' }
  /** Continue waiting for a take, or get its code again while it is valid. `GET /takes/{id}` */
  getTake: { input: { params: { id: string }; query?: { hold_seconds?: number } }; answer: { take: { id: string; key_id: string; state: "queued" | "awaiting_approval" | "handed" | "timed_out" | "cancelled" | "abandoned" | "ended" | "unreadable" | "denied"; deadline: string; code?: string; window?: number; counter?: number; valid_until?: string; valid_for_seconds?: number; position?: number; estimated_at?: string; approval?: { url: string; number: number }; accepted?: boolean }; server_time: string }; error: 'keys.counter_exhausted' | 'keys.not_found' | 'keys.unreadable' | 'takes.code_gone' | 'takes.denied' | 'takes.not_found' | 'takes.timed_out' }
  /** Approve a take. Needs the PIN. `POST /takes/{id}/approve` */
  approveTake: { input: { params: { id: string }; body: { number: number } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.counter_exhausted' | 'keys.not_found' | 'keys.unreadable' | 'keys.view_only' | 'takes.decided' | 'takes.four_eyes' | 'takes.not_found' | 'takes.wrong_number' }
  /** Deny a take; three denials in an hour block the program. `POST /takes/{id}/deny` */
  denyTake: { input: { params: { id: string } }; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'keys.counter_exhausted' | 'keys.not_found' | 'keys.unreadable' | 'keys.view_only' | 'takes.decided' | 'takes.not_found' }
  /** Record whether the service accepted the code. `POST /takes/{id}/result` */
  reportTake: { input: { params: { id: string }; body: { accepted: boolean } }; answer: { take: { id: string; key_id: string; state: "queued" | "awaiting_approval" | "handed" | "timed_out" | "cancelled" | "abandoned" | "ended" | "unreadable" | "denied"; deadline: string; code?: string; window?: number; counter?: number; valid_until?: string; valid_for_seconds?: number; position?: number; estimated_at?: string; approval?: { url: string; number: number }; accepted?: boolean }; server_time: string }; error: 'takes.not_found' | 'takes.not_handed' }
  /** Get the token of this call: its owner, permissions and expiry. `GET /tokens/self` */
  getOwnToken: { input: Record<never, never>; answer: { token: { id: string; kind: "svc" | "pat" | "wid" | "cli"; name: string; last_four: string; scopes: ("keys:read" | "codes:read" | "codes:take" | "keys:write" | "activity:read" | "audit:read" | "metrics:read")[] | null; is_agent: boolean; expires_at: string; key_ids: string[] | null; owner: { kind: "person"; id: string; name: string; email: string } | { kind: "service_account"; id: string; name: string } } }; error: 'tokens.not_found' }
  /** Get the signed-in user, and what the sign-in still needs. `GET /user` */
  getCurrentUserAlias: { input: Record<never, never>; answer: { id: string; name: string; email: string; role: "admin" | "user"; is_active: boolean; avatar: string | null; email_verified: boolean; created_at: string; second_factor_required?: boolean; methods?: string[]; password_change_required?: boolean; remember?: boolean; auto_lock_minutes: number | null; page_language: string | null; is_locked: boolean; codes_closed_until: string | null; is_stopped?: boolean; second_factor_asked?: { due_at: string | null }; address_in_doubt?: boolean; enrolment_required?: boolean }; error: never }
  /** Report that a person is active, which postpones the automatic lock. Reads alone do not count in a browser. `POST /vault/activity` */
  reportActivity: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: never }
  /** Set after how many idle minutes the vault locks itself; null means never. `PUT /vault/auto-lock` */
  setAutoLock: { input: { body: { auto_lock_minutes: number | null } }; answer: { auto_lock_minutes: number | null }; error: 'pin.not_set' }
  /** Lock the vault in this session until the PIN is entered. `POST /vault/lock` */
  lockVault: { input: Record<never, never>; answer: { message: string; said: { message: ({ code: string; values?: Record<string, string | number> })[] } }; error: 'pin.not_set' }
}

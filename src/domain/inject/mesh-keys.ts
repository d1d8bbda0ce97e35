/**
 * Every key of `MeshConfig` and what hangs below it: one message a line, continued on indented lines. `key` is a text,
 * `key:bool` and the like another plain value, `key:Message` a mapping or a list of mappings, `key:*Message` mappings
 * by name. Taken from the descriptors of istio.io/api v1.31.0-rc.0 (mesh/v1alpha1). istioctl ignores a key that is not
 * in here without a word.
 */
const TABLE = `
Certificate secretName dnsNames:texts
ConfigSource address tlsSettings:ClientTLSSettings subscribedResources:any
LabelSelector matchLabels:textmap matchExpressions:LabelSelectorRequirement
LabelSelectorRequirement key operator values:texts
MeshConfig proxyListenPort:int proxyInboundListenPort:int proxyHttpPort:int connectTimeout:duration
  hboneIdleTimeout:duration protocolDetectionTimeout:duration
  tcpKeepalive:ConnectionPoolSettings.TCPSettings.TcpKeepalive ingressClass ingressService ingressControllerMode:enum
  ingressSelector enableTracing:bool accessLogFile accessLogFormat accessLogEncoding:enum
  enableEnvoyAccessLogService:bool disableEnvoyListenerLog:bool defaultConfig:ProxyConfig
  outboundTrafficPolicy:MeshConfig.OutboundTrafficPolicy inboundTrafficPolicy:MeshConfig.InboundTrafficPolicy
  configSources:ConfigSource enableAutoMtls:bool trustDomain trustDomainAliases:texts
  caCertificates:MeshConfig.CertificateData defaultServiceExportTo:texts defaultVirtualServiceExportTo:texts
  defaultDestinationRuleExportTo:texts rootNamespace localityLbSetting:LocalityLoadBalancerSetting
  zoneAwareLbSetting:ZoneAwareLoadBalancerSetting dnsRefreshRate:duration h2UpgradePolicy:enum inboundClusterStatName
  outboundClusterStatName certificates:Certificate serviceSettings:MeshConfig.ServiceSettings
  serviceScopeConfigs:MeshConfig.ServiceScopeConfigs enablePrometheusMerge:bool verifyCertificateAtClient:bool
  ca:MeshConfig.CA extensionProviders:MeshConfig.ExtensionProvider defaultProviders:MeshConfig.DefaultProviders
  discoverySelectors:LabelSelector pathNormalization:MeshConfig.ProxyPathNormalization
  defaultHttpRetryPolicy:HTTPRetry meshMTLS:MeshConfig.TLSConfig tlsDefaults:MeshConfig.TLSConfig
  defaultTrafficPolicy:MeshConfig.DefaultTrafficPolicy serviceEntryVisibility:ServiceEntryVisibility
MeshConfig.CA address tlsSettings:ClientTLSSettings requestTimeout:duration istiodSide:bool
MeshConfig.CertificateData pem spiffeBundleUrl certSigners:texts trustDomains:texts
MeshConfig.DefaultProviders tracing:texts metrics:texts accessLogging:texts
MeshConfig.DefaultTrafficPolicy connectionPool:ConnectionPoolSettings outlierDetection:OutlierDetection
MeshConfig.ExtensionProvider name envoyExtAuthzHttp:EP.EnvoyExternalAuthorizationHttpProvider
  envoyExtAuthzGrpc:EP.EnvoyExternalAuthorizationGrpcProvider zipkin:EP.ZipkinTracingProvider
  lightstep:EP.LightstepTracingProvider datadog:EP.DatadogTracingProvider stackdriver:EP.StackdriverProvider
  opencensus:EP.OpenCensusAgentTracingProvider skywalking:EP.SkyWalkingTracingProvider
  opentelemetry:EP.OpenTelemetryTracingProvider prometheus:EP.PrometheusMetricsProvider
  envoyFileAccessLog:EP.EnvoyFileAccessLogProvider envoyHttpAls:EP.EnvoyHttpGrpcV3LogProvider
  envoyTcpAls:EP.EnvoyTcpGrpcV3LogProvider envoyOtelAls:EP.EnvoyOpenTelemetryLogProvider sds:EP.SDSProvider
EP.DatadogTracingProvider service port:int maxTagLength:int
EP.EnvoyExternalAuthorizationGrpcProvider service port:int timeout:duration failOpen:bool clearRouteCache:bool
  statusOnError includeRequestBodyInCheck:EP.EnvoyExternalAuthorizationRequestBody
EP.EnvoyExternalAuthorizationHttpProvider service port:int timeout:duration pathPrefix failOpen:bool
  clearRouteCache:bool statusOnError includeHeadersInCheck:texts includeRequestHeadersInCheck:texts
  includeAdditionalHeadersInCheck:textmap includeRequestBodyInCheck:EP.EnvoyExternalAuthorizationRequestBody
  headersToUpstreamOnAllow:texts headersToDownstreamOnDeny:texts headersToDownstreamOnAllow:texts
EP.EnvoyExternalAuthorizationRequestBody maxRequestBytes:int allowPartialMessage:bool packAsBytes:bool
EP.EnvoyFileAccessLogProvider path logFormat:EP.EnvoyFileAccessLogProvider.LogFormat omitEmptyValues:bool
EP.EnvoyFileAccessLogProvider.LogFormat text labels:any
EP.EnvoyHttpGrpcV3LogProvider service port:int logName filterStateObjectsToLog:texts
  additionalRequestHeadersToLog:texts additionalResponseHeadersToLog:texts additionalResponseTrailersToLog:texts
EP.EnvoyOpenTelemetryLogProvider service port:int logName logFormat:EP.EnvoyOpenTelemetryLogProvider.LogFormat
EP.EnvoyOpenTelemetryLogProvider.LogFormat text labels:any
EP.EnvoyTcpGrpcV3LogProvider service port:int logName filterStateObjectsToLog:texts
EP.GrpcService timeout:duration initialMetadata:EP.HttpHeader
EP.HttpHeader name value envName
EP.HttpService path timeout:duration headers:EP.HttpHeader
EP.LightstepTracingProvider service port:int accessToken maxTagLength:int
EP.OpenCensusAgentTracingProvider service port:int context:any maxTagLength:int
EP.OpenTelemetryTracingProvider service port:int maxTagLength:int http:EP.HttpService grpc:EP.GrpcService
  resourceDetectors:EP.ResourceDetectors serviceAttributeEnrichment:enum
  dynatraceSampler:EP.OpenTelemetryTracingProvider.DynatraceSampler
EP.OpenTelemetryTracingProvider.DynatraceSampler tenant clusterId:int rootSpansPerMinute:int
  httpService:EP.OpenTelemetryTracingProvider.DynatraceSampler.DynatraceApi
EP.OpenTelemetryTracingProvider.DynatraceSampler.DynatraceApi service port:int http:EP.HttpService
EP.ResourceDetectors environment:EP.ResourceDetectors.EnvironmentResourceDetector
  dynatrace:EP.ResourceDetectors.DynatraceResourceDetector
EP.SDSProvider name service port:int
EP.SkyWalkingTracingProvider service port:int accessToken
EP.StackdriverProvider debug:bool maxNumberOfAttributes:int maxNumberOfAnnotations:int maxNumberOfMessageEvents:int
  maxTagLength:int logging:EP.StackdriverProvider.Logging
EP.StackdriverProvider.Logging labels:textmap
EP.ZipkinTracingProvider service port:int maxTagLength:int enable64bitTraceId:bool path traceContextOption:enum
  timeout:duration headers:EP.HttpHeader
MeshConfig.InboundTrafficPolicy mode:enum
MeshConfig.OutboundTrafficPolicy mode:enum tls:ClientTLSSettings
MeshConfig.ProxyPathNormalization normalization:enum
MeshConfig.ServiceScopeConfigs namespaceSelector:LabelSelector servicesSelector:LabelSelector scope:enum
MeshConfig.ServiceSettings settings:MeshConfig.ServiceSettings.Settings hosts:texts
MeshConfig.ServiceSettings.Settings clusterLocal:bool
MeshConfig.TLSConfig minProtocolVersion:enum ecdhCurves:texts cipherSuites:texts
PrivateKeyProvider cryptomb:PrivateKeyProvider.CryptoMb qat:PrivateKeyProvider.QAT
PrivateKeyProvider.CryptoMb pollDelay:duration fallback:bool
PrivateKeyProvider.QAT pollDelay:duration fallback:bool
ProxyConfig configPath binaryPath serviceCluster tracingServiceName:enum drainDuration:duration discoveryAddress
  discoveryRefreshDelay:duration zipkinAddress statsdUdpAddress envoyMetricsServiceAddress proxyAdminPort:int
  availabilityZone controlPlaneAuthPolicy:enum customConfigFile statNameLength:int concurrency:int
  proxyBootstrapTemplatePath interceptionMode:enum tracing:Tracing sds:SDS envoyAccessLogService:RemoteService
  envoyMetricsService:RemoteService proxyMetadata:textmap runtimeValues:textmap statusPort:int extraStatTags:texts
  gatewayTopology:Topology terminationDrainDuration:duration meshId readinessProbe:ReadinessProbe
  proxyStatsMatcher:ProxyConfig.ProxyStatsMatcher holdApplicationUntilProxyStarts:bool caCertificatesPem:texts
  image:ProxyImage privateKeyProvider:PrivateKeyProvider proxyHeaders:ProxyConfig.ProxyHeaders
  fileFlushInterval:duration fileFlushMinSizeKb:int statsCompression:bool
  connectionSettings:ProxyConfig.ConnectionSettings
ProxyConfig.ConnectionSettings profile:enum listenerPerConnectionBufferLimitBytes:int
  clusterPerConnectionBufferLimitBytes:int httpIdleTimeout:duration httpMaxConnectionDuration:duration
  httpDrainTimeout:duration httpRequestTimeout:duration httpRequestHeadersTimeout:duration
  httpStreamIdleTimeout:duration httpMaxStreamDuration:duration httpMaxConcurrentStreams:int
  http2InitialStreamWindowSize:int http2InitialConnectionWindowSize:int httpHeadersWithUnderscoresAction:enum
  httpMergeSlashes:bool httpPathWithEscapedSlashesAction:enum listenerConnectionLimit:int
  globalDownstreamConnectionLimit:int
ProxyConfig.ProxyHeaders forwardedClientCert:enum
  setCurrentClientCertDetails:ProxyConfig.ProxyHeaders.SetCurrentClientCertDetails
  requestId:ProxyConfig.ProxyHeaders.RequestId server:ProxyConfig.ProxyHeaders.Server
  attemptCount:ProxyConfig.ProxyHeaders.AttemptCount envoyDebugHeaders:ProxyConfig.ProxyHeaders.EnvoyDebugHeaders
  metadataExchangeHeaders:ProxyConfig.ProxyHeaders.MetadataExchangeHeaders preserveHttp1HeaderCase:bool
  xForwardedHost:ProxyConfig.ProxyHeaders.XForwardedHost xForwardedPort:ProxyConfig.ProxyHeaders.XForwardedPort
ProxyConfig.ProxyHeaders.AttemptCount disabled:bool
ProxyConfig.ProxyHeaders.EnvoyDebugHeaders disabled:bool
ProxyConfig.ProxyHeaders.MetadataExchangeHeaders mode:enum
ProxyConfig.ProxyHeaders.RequestId disabled:bool
ProxyConfig.ProxyHeaders.Server disabled:bool value
ProxyConfig.ProxyHeaders.SetCurrentClientCertDetails subject:bool cert:bool chain:bool dns:bool uri:bool
ProxyConfig.ProxyHeaders.XForwardedHost enabled:bool
ProxyConfig.ProxyHeaders.XForwardedPort enabled:bool
ProxyConfig.ProxyStatsMatcher inclusionPrefixes:texts inclusionSuffixes:texts inclusionRegexps:texts
RemoteService address tlsSettings:ClientTLSSettings tcpKeepalive:ConnectionPoolSettings.TCPSettings.TcpKeepalive
SDS enabled:bool k8sSaJwtPath
ServiceEntryVisibility defaultVisibility:enum applyToSidecars:bool policies:ServiceEntryVisibility.Policy
ServiceEntryVisibility.MatchRule namespaceSelector:LabelSelector
ServiceEntryVisibility.Policy visibility:enum matchingRules:ServiceEntryVisibility.MatchRule
Topology numTrustedProxies:int forwardClientCertDetails:enum proxyProtocol:Topology.ProxyProtocolConfiguration
Tracing zipkin:Tracing.Zipkin lightstep:Tracing.Lightstep datadog:Tracing.Datadog stackdriver:Tracing.Stackdriver
  openCensusAgent:Tracing.OpenCensusAgent customTags:*Tracing.CustomTag maxPathTagLength:int sampling:float
  tlsSettings:ClientTLSSettings enableIstioTags:bool
Tracing.CustomTag literal:Tracing.Literal environment:Tracing.Environment header:Tracing.RequestHeader
Tracing.Datadog address
Tracing.Environment name defaultValue
Tracing.Lightstep address accessToken
Tracing.Literal value
Tracing.OpenCensusAgent address context:any
Tracing.RequestHeader name defaultValue
Tracing.Stackdriver debug:bool maxNumberOfAttributes:int maxNumberOfAnnotations:int maxNumberOfMessageEvents:int
Tracing.Zipkin address
ClientTLSSettings mode:enum clientCertificate privateKey caCertificates credentialName subjectAltNames:texts sni
  insecureSkipVerify:bool caCrl
ConnectionPoolSettings tcp:ConnectionPoolSettings.TCPSettings http:ConnectionPoolSettings.HTTPSettings
ConnectionPoolSettings.HTTPSettings http1MaxPendingRequests:int http2MaxRequests:int maxRequestsPerConnection:int
  maxRetries:int idleTimeout:duration h2UpgradePolicy:enum useClientProtocol:bool maxConcurrentStreams:int
  http2KeepAlive:ConnectionPoolSettings.HTTPSettings.ConnectionKeepalive
ConnectionPoolSettings.HTTPSettings.ConnectionKeepalive interval:duration timeout:duration
ConnectionPoolSettings.TCPSettings maxConnections:int connectTimeout:duration
  tcpKeepalive:ConnectionPoolSettings.TCPSettings.TcpKeepalive maxConnectionDuration:duration idleTimeout:duration
ConnectionPoolSettings.TCPSettings.TcpKeepalive probes:int time:duration interval:duration
ExecHealthCheckConfig command:texts
GrpcHealthCheckConfig port:int service
HTTPHeader name value
HTTPHealthCheckConfig path port:int host scheme httpHeaders:HTTPHeader
HTTPRetry attempts:int perTryTimeout:duration retryOn retryRemoteLocalities:bool retryIgnorePreviousHosts:bool
  backoff:duration
LocalityLoadBalancerSetting distribute:LocalityLoadBalancerSetting.Distribute
  failover:LocalityLoadBalancerSetting.Failover failoverPriority:texts enabled:bool
LocalityLoadBalancerSetting.Distribute from to:textmap
LocalityLoadBalancerSetting.Failover from to
OutlierDetection consecutiveErrors:int splitExternalLocalOriginErrors:bool consecutiveLocalOriginFailures:int
  consecutiveGatewayErrors:int consecutive5xxErrors:int interval:duration baseEjectionTime:duration
  maxEjectionPercent:int minHealthPercent:int outlierDetectionHttpErrorCodes:any
ReadinessProbe initialDelaySeconds:int timeoutSeconds:int periodSeconds:int successThreshold:int failureThreshold:int
  httpGet:HTTPHealthCheckConfig tcpSocket:TCPHealthCheckConfig exec:ExecHealthCheckConfig grpc:GrpcHealthCheckConfig
TCPHealthCheckConfig host port:int
ZoneAwareLoadBalancerSetting enabled:bool failover:ZoneAwareLoadBalancerSetting.Failover failoverPriority:texts
  minClusterSize:int
ZoneAwareLoadBalancerSetting.Failover from to
ProxyImage imageType
`;

export type PlainType = 'text' | 'texts' | 'textmap' | 'bool' | 'int' | 'float' | 'duration' | 'enum' | 'any';

export type MeshField =
  | { readonly kind: 'plain'; readonly type: PlainType }
  | { readonly kind: 'message'; readonly message: string; readonly byName: boolean };

export type MeshFields = ReadonlyMap<string, MeshField>;

const PLAIN: ReadonlyMap<string, PlainType> = new Map(
  (['texts', 'textmap', 'bool', 'int', 'float', 'duration', 'enum', 'any'] as const).map((type) => [
    type,
    type,
  ]),
);

const messages: ReadonlyMap<string, MeshFields> = new Map(
  TABLE.trim()
    .split(/\n(?! )/)
    .map((line) => {
      const [message = '', ...fields] = line.split(/\s+/);
      return [message, new Map(fields.map(readField))];
    }),
);

function readField(written: string): [string, MeshField] {
  const [key = '', type] = written.split(':');
  const plain = type === undefined ? 'text' : PLAIN.get(type);
  if (plain !== undefined) return [key, { kind: 'plain', type: plain }];
  return [key, { kind: 'message', message: (type ?? '').replace('*', ''), byName: written.includes(':*') }];
}

/** The fields of a message of the mesh configuration by their JSON names; empty for a message without any. */
export function fieldsOf(message: string): MeshFields {
  return messages.get(message) ?? new Map();
}

/** Finds a field as protojson does: by its JSON name or by its name in the proto file (`trust_domain`). */
export function fieldNamed(message: string, key: string): MeshField | null {
  const fields = fieldsOf(message);
  return fields.get(key) ?? fields.get(camelCase(key)) ?? null;
}

export function camelCase(key: string): string {
  return key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

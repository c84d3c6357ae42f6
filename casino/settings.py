"""Every setting comes from the environment and is listed in .env.example; the defaults are safe."""

from datetime import time, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import environ
import structlog

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# --- the house
CASINO_NAME = env.str("CASINO_NAME", "Pitkeeper Casino")
TIME_ZONE = env.str("TIME_ZONE", "America/New_York")
GAMING_DAY_STARTS = time.fromisoformat(env.str("GAMING_DAY_STARTS", "06:00"))
DEMO = env.bool("DEMO", False)
DEMO_PASSWORD = env.str("DEMO_PASSWORD", "")
DEMO_PIN = env.str("DEMO_PIN", "")

# --- who may come in, and for how long
IDLE_AFTER = timedelta(minutes=env.int("IDLE_MINUTES", 15))
SIGNED_ON_FOR = timedelta(hours=env.int("SESSION_HOURS", 12))
DUTY_LASTS = timedelta(hours=env.int("DUTY_HOURS", 12))
TRIES_ALLOWED = env.int("TRIES_ALLOWED", 5)
REFUSAL_SECONDS = 0.15  # every wrong password takes as long, whatever there was to do for it
LOCKED_FOR = timedelta(minutes=env.int("LOCKED_MINUTES", 15))

# --- Django
# Django refuses to sign anything without one; `manage.py replay` signs nothing.
SECRET_KEY = env.str("SECRET_KEY", "")
DEBUG = False
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
HTTPS = env.bool("HTTPS", True)
ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
REQUESTS_AT_ONCE = env.int("REQUESTS_AT_ONCE", 20)  # in one process; see casino/gate.py
USE_TZ = True
USE_I18N = False
LANGUAGE_CODE = "en-us"
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
# Pictures come through a few doors only (casino/gate.py), and never lie on a disk.
PICTURE_MAX_BYTES = 8_000_000
FILE_UPLOAD_MAX_MEMORY_SIZE = PICTURE_MAX_BYTES + 2 * DATA_UPLOAD_MAX_MEMORY_SIZE
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]
DATA_UPLOAD_MAX_NUMBER_FILES = 4

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "django_htmx",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "django_structlog",
    "knox",
    "lucide",
    "rest_framework",
    "casino",
    "inventory",
    "tables",
    "games",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "casino.middleware.security_headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "casino.middleware.measure",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "casino.middleware.refusals",
    "casino.middleware.readable",
    "casino.middleware.session_clock",
    "casino.middleware.Policy",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "casino.shell.shell",
            ],
            "builtins": ["casino.templatetags.casino"],
        },
    }
]

# --- PostgreSQL: the application's role owns nothing; the owner's URL is for migrations and backups
DATABASE_URL = env.str("DATABASE_URL", "postgres://nobody@/DATABASE_URL-is-not-set")
DATABASES = {"default": env.db_url_config(DATABASE_URL)}
DATABASES["default"] |= {
    # Under ASGI each request may run in another thread, whose connection would stay behind.
    "CONN_MAX_AGE": env.int("CONN_MAX_AGE", 0),
    "CONN_HEALTH_CHECKS": True,
    "ATOMIC_REQUESTS": False,  # a refusal must be committed though its act is not
    "OPTIONS": DATABASES["default"].get("OPTIONS", {})
    | {
        "application_name": "pitkeeper",
        "connect_timeout": 5,
        # Bound by the server, and from the third time on prepared: who keeps a connection (hub,
        # writer) asks the same few questions fifty times a second.
        "server_side_binding": True,
        "prepare_threshold": 3,
        # A forgotten transaction would hold back the feed, so none may stay open unused.
        "options": "-c lock_timeout=3s -c statement_timeout=60s"
        " -c idle_in_transaction_session_timeout=30s",
    },
}
DATABASE_OWNER_URL = env.str("DATABASE_OWNER_URL", DATABASE_URL)
DATABASE_APP_ROLE = env.str("DATABASE_APP_ROLE", "pitkeeper_app")

# --- Valkey (or Redis): wakes other processes and carries tasks; it is never the only record
REDIS_URL = env.str("REDIS_URL", "redis://REDIS_URL-is-not-set")
_socket = REDIS_URL.startswith("unix://")
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.core.RedisChannelLayer",
        # redis-py would give up on an idle socket after 5 s, just when the layer's own wait ends.
        "CONFIG": {
            "hosts": [{"address": REDIS_URL, "socket_timeout": None}],
            "expiry": 10,
            "group_expiry": 60,  # hubs join again every few seconds; a dead one is forgotten
        },
    }
}
HUB_POLL_SECONDS = env.int("HUB_POLL_SECONDS", 1)  # how often a hub looks though nobody woke it
CELERY_BROKER_URL = f"redis+socket://{urlsplit(REDIS_URL).path}" if _socket else REDIS_URL
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_SOFT_TIME_LIMIT = 10
CELERY_TASK_TIME_LIMIT = 15
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the hardest time limit, or a slow task would run twice at once.
    "visibility_timeout": env.int("TASK_COMES_BACK_AFTER", 30),
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    "global_keyprefix": "tasks:",
}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False

# --- signing on
AUTH_USER_MODEL = "casino.User"
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
LOGIN_URL = "sign-on"
PASSWORD_HASHERS = ["casino.lib.hashing.Argon2"]
_VALIDATORS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{_VALIDATORS}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_VALIDATORS}.CommonPasswordValidator"},
    {
        "NAME": f"{_VALIDATORS}.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ["badge", "name", "licence_number"]},
    },
]
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = int(SIGNED_ON_FOR.total_seconds())
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "session"
SESSION_COOKIE_SAMESITE = "Lax"
DEVICE_COOKIE_NAME = "__Host-device" if HTTPS else "device"  # see casino/views/screens.py
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "casino.errors.csrf_failed"
OTP_TOTP_ISSUER = CASINO_NAME
OTP_TOTP_THROTTLE_FACTOR = 0  # wrong codes are counted with the other secrets (services.people)

# --- the way in: TLS ends at the proxy
PROXIES = env.int("PROXIES", 0)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PROXIES else None
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^health/"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# --- static files
STATIC_URL = "/static/"
STATIC_ROOT = env.path("STATIC_ROOT", str(BASE_DIR / "var" / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# --- API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "casino.doors.ApiKey",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["casino.doors.MayUseDoor"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["casino.lib.http.Json"],
    "EXCEPTION_HANDLER": "casino.lib.http.answer_error",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
REST_KNOX = {"TOKEN_TTL": timedelta(days=env.int("API_KEY_DAYS", 90)), "TOKEN_LIMIT_PER_USER": 5}

# --- logs: one JSON object a line, with the request's id, never a secret
LOG_FORMAT = env.str("LOG_FORMAT", "json")
_shape: list[structlog.types.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.format_exc_info,
]
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_shape,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    cache_logger_on_first_use=True,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": structlog.processors.JSONRenderer(),
            "foreign_pre_chain": _shape,
        },
        "console": {
            "()": structlog.stdlib.ProcessorFormatter,
            "processor": structlog.dev.ConsoleRenderer(colors=False),
            "foreign_pre_chain": _shape,
        },
    },
    "handlers": {"stream": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stream"], "level": env.str("LOG_LEVEL", "INFO")},
    "loggers": {
        "django.server": {"handlers": [], "propagate": True},
        "django_structlog": {"level": "WARNING"},
    },
}
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_USER_ID_FIELD = "badge"
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False  # it believes any header; casino.apps logs the peer
